import { listQuestions, minutesOf } from '#contract/surveys/questions.ts';
import type { InvitedSurvey, RunSurvey, Survey, Surveys } from '#contract/surveys/surveys.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { and, count, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { surveyParticipations, surveyRaters, surveyResponses, surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { participantOf } from '#server/people/index.ts';
import { countedTotal, readAnswers } from '#server/surveys/feedback/countedAnswers.ts';
import { countMembers, hasReports, type SurveyOwner } from './audience.ts';

export type SurveyRow = typeof surveys.$inferSelect;

/** A survey is closed after its last day, even if no one closes it. */
export const stateOf = ({ state, closesAt }: Pick<SurveyRow, 'state' | 'closesAt'>, now: Date) =>
  state === 'open' && closesAt !== null && closesAt <= now ? 'closed' : state;

export const closedAtOf = (survey: SurveyRow, now: Date) =>
  survey.closedAt ?? (stateOf(survey, now) === 'open' ? null : survey.closesAt);

/** People cannot run feedback about themselves. */
const isNotAbout = (userId: number) => or(isNull(surveys.subjectId), ne(surveys.subjectId, userId));

/** The survey, if the viewer is its owner or an administrator. Locked for changes on request. */
export async function findRunnable(
  tx: TenantTransaction,
  { userId, isAdmin }: Viewer,
  surveyId: string,
  { forUpdate = false } = {},
): Promise<SurveyRow> {
  const select = tx
    .select()
    .from(surveys)
    .where(
      and(eq(surveys.id, surveyId), isAdmin ? undefined : eq(surveys.ownerId, userId), isNotAbout(userId)),
    );
  const [survey] = await (forUpdate ? select.for('update') : select);
  if (!survey) throw notFound();
  return survey;
}

/** The owner determines whom a survey may ask, even while an administrator edits it. */
export async function ownerOf(tx: TenantTransaction, { ownerId }: Pick<SurveyRow, 'ownerId'>) {
  const [owner] = await tx.select().from(users).where(eq(users.id, ownerId));
  if (!owner) throw new Error('The survey has no owner');
  return { ...owner, userId: owner.id } satisfies SurveyOwner;
}

/** Each round has at most one next round. */
export async function hasNextRound(tx: TenantTransaction, surveyId: string): Promise<boolean> {
  const [next] = await tx
    .select({ id: surveys.id })
    .from(surveys)
    .where(eq(surveys.repeats, surveyId))
    .limit(1);
  return next !== undefined;
}

export function summaryOf(survey: SurveyRow, now: Date) {
  const questions = listQuestions(survey.questions);
  return {
    surveyId: survey.id,
    surveyName: survey.name,
    mode: survey.mode,
    k: survey.k,
    state: stateOf(survey, now),
    questions: questions.length,
    minutes: minutesOf(questions),
    closesOn: survey.closesOn,
    opensOn: survey.opensOn,
    releasesOn: survey.releasesOn,
  };
}

/** Number of answers if it is at least k, because a smaller number could reveal people. */
export const shownAnswered = ({ mode, k }: Pick<SurveyRow, 'mode' | 'k'>, answered: number | null) =>
  answered !== null && (mode === 'named' || answered >= k) ? answered : null;

export async function presentSurvey(
  tx: TenantTransaction,
  survey: SurveyRow,
  viewer: Viewer,
  now: Date,
): Promise<Survey> {
  const owner = await ownerOf(tx, survey);
  const { people, answered } = await countPeople(tx, survey.id);
  const feedback = await readFeedbackTotals(tx, [survey], viewer, now);
  return {
    ...summaryOf(survey, now),
    purpose: survey.purpose,
    questions: survey.questions,
    audience: survey.audience,
    people: await countAsked(tx, survey, owner, people),
    smallestGroup: (await readSettings(tx)).minGroupSize,
    answered: shownAnswered(survey, survey.subjectId === null ? answered : (feedback.get(survey.id) ?? null)),
    owner: participantOf(owner),
    openedAt: survey.openedAt?.toISOString() ?? null,
    closedAt: closedAtOf(survey, now)?.toISOString() ?? null,
    releasedAt: survey.releasedAt?.toISOString() ?? null,
    anonymityReport: survey.anonymityReport,
    subject: survey.subjectId === null ? null : await subjectOf(tx, survey.subjectId),
    phase: survey.phase,
    repeatWeeks: survey.repeatWeeks,
    hasNextRound: await hasNextRound(tx, survey.id),
    problem: survey.problem,
    version: survey.version,
  };
}

/** Number of people who are asked, or who would be asked now if the survey is a draft. */
async function countAsked(tx: TenantTransaction, survey: SurveyRow, owner: SurveyOwner, people: number) {
  if (survey.state !== 'draft' && survey.state !== 'scheduled') return people;
  if (survey.subjectId === null) return countMembers(tx, owner, survey.audience);
  const [active] = await tx
    .select({ raters: count() })
    .from(surveyRaters)
    .innerJoin(users, and(eq(users.id, surveyRaters.userId), eq(users.status, 'active')))
    .where(eq(surveyRaters.surveyId, survey.id));
  return active?.raters ?? 0;
}

export async function subjectOf(tx: TenantTransaction, subjectId: number) {
  const [subject] = await tx.select().from(users).where(eq(users.id, subjectId));
  return subject ? participantOf(subject) : null;
}

async function countPeople(tx: TenantTransaction, surveyId: string) {
  const [asked] = await tx
    .select({ people: count() })
    .from(surveyParticipations)
    .where(eq(surveyParticipations.surveyId, surveyId));
  const [given] = await tx
    .select({ answered: count() })
    .from(surveyResponses)
    .where(eq(surveyResponses.surveyId, surveyId));
  return { people: asked?.people ?? 0, answered: given?.answered ?? 0 };
}

/** The number of answers of 360 feedback, by the same rule as its counts by group. */
async function readFeedbackTotals(
  tx: TenantTransaction,
  rows: readonly SurveyRow[],
  viewer: Viewer,
  now: Date,
): Promise<Map<string, number | null>> {
  const feedback = rows.filter(({ subjectId }) => subjectId !== null);
  const answers = Map.groupBy(
    await readAnswers(
      tx,
      feedback.map(({ id }) => id),
    ),
    ({ surveyId }) => surveyId,
  );
  const today = dayOf(now, viewer);
  return new Map(
    feedback.map((survey) => [
      survey.id,
      countedTotal(answers.get(survey.id) ?? [], { isOpen: stateOf(survey, now) === 'open', today }),
    ]),
  );
}

/** Surveys for the viewer to answer, and surveys that the viewer manages. */
export async function listSurveys(
  tx: TenantTransaction,
  viewer: Viewer,
  now: Date,
): Promise<Omit<Surveys, 'about'>> {
  const invited = await listInvited(tx, viewer, now);
  if (!viewer.isAdmin && !(await runsSurveys(tx, viewer))) return { invited, run: null };
  return {
    invited,
    run: await listRun(tx, viewer, now),
    runTotal: await tx.$count(surveys, isRunBy(viewer)),
  };
}

/** Managers run surveys, and former managers still run the surveys that they have created. */
async function runsSurveys(tx: TenantTransaction, { userId }: Viewer): Promise<boolean> {
  if (await hasReports(tx, userId)) return true;
  const [own] = await tx.select({ id: surveys.id }).from(surveys).where(eq(surveys.ownerId, userId)).limit(1);
  return own !== undefined;
}

async function listInvited(tx: TenantTransaction, { userId }: Viewer, now: Date): Promise<InvitedSurvey[]> {
  const rows = await tx
    .select({
      survey: surveys,
      answeredOn: surveyParticipations.answeredOn,
      hasDraft: sql<boolean>`${surveyParticipations.draft} is not null`,
    })
    .from(surveyParticipations)
    .innerJoin(surveys, eq(surveys.id, surveyParticipations.surveyId))
    .where(
      and(
        eq(surveyParticipations.userId, userId),
        or(eq(surveys.state, 'open'), isNotNull(surveyParticipations.answeredOn)),
      ),
    )
    .orderBy(desc(surveys.openedAt))
    .limit(100);
  return rows
    .map(({ survey, answeredOn, hasDraft }) => ({
      ...summaryOf(survey, now),
      answeredOn,
      hasDraft,
      isSelf: survey.subjectId === userId,
      releasedAt: survey.releasedAt?.toISOString() ?? null,
    }))
    .filter(({ state, answeredOn }) => state === 'open' || answeredOn !== null);
}

const isRunBy = ({ userId, isAdmin }: Viewer) =>
  and(isAdmin ? undefined : eq(surveys.ownerId, userId), isNotAbout(userId));

const MAX_LISTED = 200;

async function listRun(tx: TenantTransaction, viewer: Viewer, now: Date): Promise<RunSurvey[]> {
  const rows = await tx
    .select()
    .from(surveys)
    .where(isRunBy(viewer))
    .orderBy(
      sql`${surveys.state} = 'archived'`,
      sql`${surveys.state} not in ('draft', 'scheduled', 'open')`,
      desc(surveys.createdAt),
      desc(surveys.id),
    )
    .limit(MAX_LISTED);
  const ids = rows.map(({ id }) => id);
  const asked = await tx
    .select({ id: surveyParticipations.surveyId, people: count() })
    .from(surveyParticipations)
    .where(inArray(surveyParticipations.surveyId, ids))
    .groupBy(surveyParticipations.surveyId);
  const given = await tx
    .select({ id: surveyResponses.surveyId, answered: count() })
    .from(surveyResponses)
    .where(inArray(surveyResponses.surveyId, ids))
    .groupBy(surveyResponses.surveyId);
  const peopleOf = new Map(asked.map(({ id, people }) => [id, people]));
  const answeredOf = new Map(given.map(({ id, answered }) => [id, answered]));
  const feedback = await readFeedbackTotals(tx, rows, viewer, now);
  return rows.map((survey) => ({
    ...summaryOf(survey, now),
    people: peopleOf.get(survey.id) ?? 0,
    answered: shownAnswered(
      survey,
      survey.subjectId === null ? (answeredOf.get(survey.id) ?? 0) : (feedback.get(survey.id) ?? null),
    ),
    closedAt: closedAtOf(survey, now)?.toISOString() ?? null,
    releasedAt: survey.releasedAt?.toISOString() ?? null,
    isFeedback: survey.subjectId !== null,
  }));
}
