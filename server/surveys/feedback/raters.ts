import {
  FEEDBACK_GROUP_MIN,
  type FeedbackAbout,
  type NominatedGroup,
  type Raters,
  type RatersChange,
  raterGroups,
} from '#contract/surveys/feedback.ts';
import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { surveyRaters, surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { badRequest, notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { participantOf } from '#server/people/index.ts';
import { SurveyConflict } from '#server/surveys/surveyConflict.ts';
import { type SurveyRow, stateOf } from '#server/surveys/surveysRepository.ts';
import { hasShownCount, isCounted, type RaterDay, readAnswers } from './countedAnswers.ts';
import { releaseRule } from './releaseRule.ts';

type FeedbackSurvey = SurveyRow & { subjectId: number };
const isFeedback = (survey: SurveyRow | undefined): survey is FeedbackSurvey =>
  survey !== undefined && survey.subjectId !== null;

/** 360 feedback, for the person, the owner and administrators. Administrators who are the subject see only what any subject sees. */
async function findFeedback(tx: TenantTransaction, viewer: Viewer, surveyId: string, forUpdate = false) {
  const { userId, isAdmin } = viewer;
  const select = tx.select().from(surveys).where(eq(surveys.id, surveyId));
  const [survey] = await (forUpdate ? select.for('update') : select);
  if (!isFeedback(survey)) throw notFound();
  const isSubject = survey.subjectId === userId;
  const isRunner = !isSubject && (isAdmin || survey.ownerId === userId);
  if (!isSubject && !isRunner) throw notFound();
  return { survey, isSubject, isRunner };
}

/** The person and their manager give feedback too. */
export async function insertNamedRaters(tx: TenantTransaction, surveyId: string, subjectId: number) {
  await tx
    .insert(surveyRaters)
    .values({ tenantId: tx.tenantId, surveyId, userId: subjectId, group: 'self' as const });
  await renewManager(tx, surveyId, subjectId);
}

async function findManager(tx: TenantTransaction, subjectId: number) {
  const [subject] = await tx.select().from(users).where(eq(users.id, subjectId));
  if (subject?.managerId == null) return undefined;
  const [manager] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, subject.managerId), eq(users.status, 'active')));
  return manager;
}

/** Until the opening, the person may get another manager, who may have been nominated as a peer. */
export async function renewManager(tx: TenantTransaction, surveyId: string, subjectId: number) {
  const manager = await findManager(tx, subjectId);
  await tx
    .delete(surveyRaters)
    .where(
      and(
        eq(surveyRaters.surveyId, surveyId),
        or(eq(surveyRaters.group, 'manager'), manager && eq(surveyRaters.userId, manager.id)),
      ),
    );
  if (manager)
    await tx
      .insert(surveyRaters)
      .values({ tenantId: tx.tenantId, surveyId, userId: manager.id, group: 'manager' as const });
}

export const listRaters = (tx: TenantTransaction, surveyId: string) =>
  tx
    .select({ user: users, group: surveyRaters.group })
    .from(surveyRaters)
    .innerJoin(users, eq(users.id, surveyRaters.userId))
    .where(eq(surveyRaters.surveyId, surveyId))
    .orderBy(users.lastName, users.firstName, users.id);

type Rater = Awaited<ReturnType<typeof listRaters>>[number];
const isActive = ({ user }: Rater) => user.status === 'active';

/** The people who would be asked now: active people, with the present manager. */
async function withPresentManager(tx: TenantTransaction, raters: readonly Rater[], subjectId: number) {
  const user = await findManager(tx, subjectId);
  return [
    ...(user ? [{ user, group: 'manager' as const }] : []),
    ...raters.filter((rater) => isActive(rater) && rater.group !== 'manager' && rater.user.id !== user?.id),
  ];
}

/** Active raters, who are asked at the opening. */
export async function requireRaters(tx: TenantTransaction, surveyId: string) {
  const raters = (await listRaters(tx, surveyId)).filter(isActive);
  const others = raters.filter(({ group }) => group === 'peer' || group === 'report').length;
  if (others < FEEDBACK_GROUP_MIN)
    throw notPossible(
      `Feedback needs at least ${FEEDBACK_GROUP_MIN} peers or direct reports, because fewer answers are not shown.`,
      { raters: `are fewer than ${FEEDBACK_GROUP_MIN}` },
    );
  return raters.map(({ user, group }) => ({ userId: user.id, group }));
}

export async function readRaters(
  tx: TenantTransaction,
  viewer: Viewer,
  surveyId: string,
  now: Date,
): Promise<Raters> {
  const { survey, isSubject, isRunner } = await findFeedback(tx, viewer, surveyId);
  const raters = await listRaters(tx, surveyId);
  const subject = raters.find(({ group }) => group === 'self')?.user;
  if (!subject) throw notFound();
  const reports =
    survey.state === 'draft'
      ? await tx
          .select()
          .from(users)
          .where(and(eq(users.managerId, survey.subjectId), eq(users.status, 'active')))
          .orderBy(users.lastName, users.firstName)
          .limit(50)
      : [];
  return {
    surveyId,
    surveyName: survey.name,
    subject: participantOf(subject),
    state: stateOf(survey, now),
    phase: survey.phase,
    closesOn: survey.closesOn,
    version: survey.version,
    isSubject,
    isRunner,
    // People who have left are not asked. In an opened survey they stay listed, because they may have answered.
    raters: (survey.openedAt === null ? await withPresentManager(tx, raters, survey.subjectId) : raters).map(
      ({ user, group }) => ({ person: participantOf(user), group }),
    ),
    suggested: reports.map(participantOf),
    progress: survey.openedAt === null ? null : await progressOf(tx, survey, survey.openedAt, viewer, now),
  };
}

/** While people can answer, counts change once a day. There are none for groups that are too small to hide one person. */
async function progressOf(
  tx: TenantTransaction,
  survey: SurveyRow,
  openedAt: Date,
  viewer: Viewer,
  now: Date,
): Promise<Raters['progress']> {
  const answers = await readAnswers(tx, [survey.id]);
  const when = { isOpen: stateOf(survey, now) === 'open', today: dayOf(now, viewer) };
  // People know when they answered about themselves.
  const hasAnswered = (answer: RaterDay) =>
    isCounted(
      answer,
      survey.subjectId === viewer.userId && answer.group === 'self' ? { ...when, isOpen: false } : when,
    );
  const rule = releaseRule(
    answers.map((answer) => ({ group: answer.group, hasAnswered: hasAnswered(answer) })),
    openedAt,
    { now, region: viewer },
  );
  return {
    groups: raterGroups.flatMap((group) => {
      const asked = answers.filter((one) => one.group === group);
      if (asked.length === 0) return [];
      const answered = asked.filter(hasAnswered).length;
      return [{ group, asked: asked.length, answered: hasShownCount(group, asked.length) ? answered : null }];
    }),
    isSelfDone: rule.isSelfDone,
    isEnough: rule.isEnough,
    from: dayOf(rule.from, viewer),
    latest: dayOf(rule.latest, viewer),
  };
}

/** The person nominates, the owner approves and can change the list until the opening. */
export async function changeRaters(
  tx: TenantTransaction,
  viewer: Viewer,
  surveyId: string,
  { version, raters, isDone }: RatersChange,
): Promise<void> {
  const { survey, isSubject } = await findFeedback(tx, viewer, surveyId, true);
  if (survey.state !== 'draft')
    throw notPossible('The people can be changed only while the survey is a draft.');
  if (survey.version !== version) throw new SurveyConflict();
  if (isSubject && survey.phase !== 'nominating')
    throw notPossible('You can nominate people when you are asked to, until you send your list.');
  await renewManager(tx, surveyId, survey.subjectId);
  await requireNominable(tx, survey, raters);
  await tx
    .delete(surveyRaters)
    .where(and(eq(surveyRaters.surveyId, surveyId), inArray(surveyRaters.group, ['peer', 'report'])));
  if (raters.length > 0)
    await tx
      .insert(surveyRaters)
      .values(raters.map((rater) => ({ ...rater, tenantId: tx.tenantId, surveyId })));
  const phase = isDone ? (isSubject ? 'approving' : 'nominating') : survey.phase;
  await tx
    .update(surveys)
    .set({ phase, version: version + 1 })
    .where(eq(surveys.id, surveyId));
}

async function requireNominable(
  tx: TenantTransaction,
  { id }: FeedbackSurvey,
  raters: readonly { userId: number; group: NominatedGroup }[],
) {
  const ids = raters.map(({ userId }) => userId);
  if (new Set(ids).size !== ids.length) throw badRequest({ raters: 'names a person twice' });
  if (ids.length === 0) return;
  const named = await tx
    .select({ userId: surveyRaters.userId })
    .from(surveyRaters)
    .where(and(eq(surveyRaters.surveyId, id), inArray(surveyRaters.group, ['self', 'manager'])));
  if (named.some(({ userId }) => ids.includes(userId)))
    throw badRequest({ raters: 'contains the person or their manager, who are asked anyway' });
  const active = await tx.$count(users, and(inArray(users.id, ids), eq(users.status, 'active')));
  if (active !== ids.length)
    throw notPossible('Some of these people are not active. Choose others.', {
      raters: 'contains people who are not active',
    });
}

/** Feedback about the viewer, and released feedback about people whom they coach. */
export async function listFeedbackAbout(
  tx: TenantTransaction,
  { userId }: Viewer,
  now: Date,
): Promise<FeedbackAbout[]> {
  const rows = await tx
    .select({ survey: surveys, user: users })
    .from(surveys)
    .innerJoin(users, eq(users.id, surveys.subjectId))
    .where(
      or(
        and(
          eq(surveys.subjectId, userId),
          sql`${surveys.phase} is distinct from 'preparing'`,
          // A draft that was archived.
          sql`not (${surveys.state} = 'archived' and ${surveys.openedAt} is null)`,
        ),
        and(isNotNull(surveys.feedback), isCoachOfSubject(userId)),
      ),
    )
    .orderBy(desc(surveys.createdAt))
    .limit(50);
  return rows.map(({ survey, user }) => ({
    surveyId: survey.id,
    surveyName: survey.name,
    subject: participantOf(user),
    isSubject: survey.subjectId === userId,
    state: stateOf(survey, now),
    phase: survey.phase,
    releasedAt: survey.releasedAt?.toISOString() ?? null,
  }));
}

/** The coach in a program that the person takes part in. */
export const isCoachOf = (coachId: number, learnerId: SQL | typeof surveys.subjectId) => sql`exists (
  select 1 from enrolments as e where e.user_id = ${learnerId} and e.coach_id = ${coachId}
    and e.state in ('accepted', 'choosing', 'active', 'ready_to_finish'))`;
export const isCoachOfSubject = (userId: number) => isCoachOf(userId, surveys.subjectId);
