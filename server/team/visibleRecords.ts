import { and, eq, inArray, isNotNull, isNull, or, sql } from '#server/db/drizzle.ts';
import { coachingSessions } from '#server/db/schema/coaching.ts';
import { coachingDocuments, coachingEnvelopes, coachingKeys } from '#server/db/schema/coachingRoom.ts';
import { users } from '#server/db/schema/people.ts';
import { propensityResults, propensityStates } from '#server/db/schema/propensity.ts';
import { surveyResponses, surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { countReadableCheckIns } from '#server/learning/checkIns/index.ts';
import type { AccessWindow } from '#server/people/index.ts';
import { isCoachOf, isCoachOfSubject } from '#server/surveys/index.ts';
import type { VisibleContent } from './visibleContent.ts';

interface Ids {
  viewerId: number;
  subjectId: number;
}

/** Numbers of records about a person that a viewer can read outside programs and objectives. */
export interface VisibleRecords {
  checkIns: number;
  sessions: number;
  sharedNotes: number;
  /** Null: the viewer is not an administrator and owns no survey with names. */
  namedSurveys: number | null;
  /** Null: the viewer does not coach the person in a running program. */
  feedbackReports: number | null;
  /** Null: the person does not share the result with the viewer. */
  readinessResults: number | null;
}

export async function findVisibleRecords(
  tx: TenantTransaction,
  ids: Ids,
  { plans, windows, now }: { plans: VisibleContent['plans']; windows: readonly AccessWindow[]; now: Date },
): Promise<VisibleRecords> {
  const isCurrentCoach = windows.some(({ relation, until }) => relation === 'coach' && until === null);
  const [checkIns, sessions, namedSurveys, feedbackReports, readinessResults] = await Promise.all([
    countReadableCheckIns(tx, ids, now),
    countSessions(tx, ids, plans),
    countNamedSurveys(tx, ids),
    countFeedbackReports(tx, ids),
    isCurrentCoach ? countReadinessResults(tx, ids.subjectId) : null,
  ]);
  return { checkIns, ...sessions, namedSurveys, feedbackReports, readinessResults };
}

/** Sessions of the visible programs or with the viewer, and those whose shared notes the viewer has a key for. */
async function countSessions(
  tx: TenantTransaction,
  { viewerId, subjectId }: Ids,
  plans: VisibleContent['plans'],
): Promise<Pick<VisibleRecords, 'sessions' | 'sharedNotes'>> {
  const planOf = new Map(plans.map((plan) => [plan.enrolmentId, plan]));
  const rows = await tx
    .select({
      enrolmentId: coachingSessions.enrolmentId,
      peerId: coachingSessions.peerId,
      createdAt: coachingSessions.createdAt,
      hasKey: sql<boolean>`exists (
        select from ${coachingDocuments} join ${coachingEnvelopes} on ${eq(coachingEnvelopes.documentId, coachingDocuments.id)}
        where ${and(
          eq(coachingDocuments.sessionId, coachingSessions.id),
          isNull(coachingDocuments.ownerId),
          eq(coachingEnvelopes.userId, viewerId),
          // Envelopes for a key that was replaced open nothing.
          sql`exists (select from ${coachingKeys} where ${and(
            eq(coachingKeys.userId, viewerId),
            eq(coachingKeys.publicKey, coachingEnvelopes.publicKey),
          )})`,
        )})`,
    })
    .from(coachingSessions)
    .where(
      and(
        eq(coachingSessions.learnerId, subjectId),
        or(eq(coachingSessions.peerId, viewerId), inArray(coachingSessions.enrolmentId, [...planOf.keys()])),
      ),
    );
  const visible = rows.filter(({ enrolmentId, peerId, createdAt }) => {
    const until = planOf.get(enrolmentId)?.visibleUntil ?? null;
    return peerId === viewerId || until === null || createdAt <= until;
  });
  // Former managers and coaches no longer read the notes of sessions with other people.
  const readable = visible.filter(
    ({ hasKey, peerId, enrolmentId }) =>
      hasKey && (peerId === viewerId || planOf.get(enrolmentId)?.visibleUntil === null),
  );
  return { sessions: visible.length, sharedNotes: readable.length };
}

/** Released surveys with names that the person answered and whose results the viewer can open. */
async function countNamedSurveys(
  tx: TenantTransaction,
  { viewerId, subjectId }: Ids,
): Promise<number | null> {
  const isNamed = and(eq(surveys.mode, 'named'), isNull(surveys.subjectId));
  const [row] = await tx
    .select({
      isAllowed: sql<boolean>`${users.isAdmin} or exists (
        select from ${surveys} where ${and(isNamed, eq(surveys.ownerId, viewerId))})`,
      count: sql<number>`(select count(*)::int from ${surveyResponses}
        join ${surveys} on ${eq(surveys.id, surveyResponses.surveyId)}
        where ${and(
          isNamed,
          eq(surveyResponses.userId, subjectId),
          isNotNull(surveys.releasedAt),
          or(users.isAdmin, eq(surveys.ownerId, viewerId)),
        )})`,
    })
    .from(users)
    .where(eq(users.id, viewerId));
  return row?.isAllowed ? row.count : null;
}

/** Released reports about the person, for those who coach them in a running program. */
async function countFeedbackReports(
  tx: TenantTransaction,
  { viewerId, subjectId }: Ids,
): Promise<number | null> {
  const [row] = await tx
    .select({
      isAllowed: sql<boolean>`${isCoachOf(viewerId, sql`${subjectId}::int`)}`,
      count: sql<number>`(select count(*)::int from ${surveys} where ${and(
        eq(surveys.subjectId, subjectId),
        isNotNull(surveys.releasedAt),
        isCoachOfSubject(viewerId),
      )})`,
    })
    .from(users)
    .where(eq(users.id, viewerId));
  return row?.isAllowed ? row.count : null;
}

/** 1 if the person shares the latest result, 0 if they have none yet. */
async function countReadinessResults(tx: TenantTransaction, subjectId: number): Promise<number | null> {
  const [row] = await tx
    .select({
      hasResult: sql<boolean>`exists (select from ${propensityResults} where ${eq(propensityResults.userId, subjectId)})`,
    })
    .from(propensityStates)
    .where(and(eq(propensityStates.userId, subjectId), eq(propensityStates.isShared, true)));
  return row ? Number(row.hasResult) : null;
}
