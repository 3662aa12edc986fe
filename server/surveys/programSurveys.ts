import { unreachableQuestions } from '#contract/surveys/branching.ts';
import { listQuestions } from '#contract/surveys/questions.ts';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { and, desc, eq, inArray, isNull, ne, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { invitationOf } from './notices.ts';

export interface SurveyName {
  surveyId: string;
  surveyName: string;
}

/**
 * A person's drafts that a program can send. They are not about one person, and not anonymous, because people are added
 * later (decision 0106).
 */
const isUsable = (ownerId: number) =>
  and(
    eq(surveys.ownerId, ownerId),
    eq(surveys.state, 'draft'),
    isNull(surveys.subjectId),
    ne(surveys.mode, 'anonymous'),
  );

export async function findUsableSurveys(tx: TenantTransaction, ownerId: number): Promise<SurveyName[]> {
  const rows = await tx
    .select({ surveyId: surveys.id, surveyName: surveys.name, questions: surveys.questions })
    .from(surveys)
    .where(isUsable(ownerId))
    .orderBy(desc(surveys.createdAt))
    .limit(100);
  return rows
    .filter(
      ({ questions }) => listQuestions(questions).length > 0 && unreachableQuestions(questions).length === 0,
    )
    .map(({ surveyId, surveyName }) => ({ surveyId, surveyName }));
}

/**
 * Surveys that learners can answer in a step. Anonymous surveys ask only people who were asked at the
 * opening.
 */
const isAnswerable = () =>
  and(
    inArray(surveys.state, ['open', 'scheduled']),
    inArray(surveys.mode, ['named', 'confidential']),
    isNull(surveys.subjectId),
    sql`coalesce(${surveys.closesAt} > now(), true)`,
  );

/** Which of these surveys learners can answer in a step. */
export async function findAnswerable(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: surveys.id })
    .from(surveys)
    .where(and(inArray(surveys.id, [...ids]), isAnswerable()));
  return new Set(rows.map(({ id }) => id));
}

/** The surveys that a person can choose for steps: those they can run. Newest first. */
export const listAnswerable = (
  tx: TenantTransaction,
  { userId, isAdmin }: Pick<Viewer, 'userId' | 'isAdmin'>,
): Promise<SurveyName[]> =>
  tx
    .select({ surveyId: surveys.id, surveyName: surveys.name })
    .from(surveys)
    .where(and(isAnswerable(), isAdmin ? undefined : eq(surveys.ownerId, userId)))
    .orderBy(desc(surveys.createdAt))
    .limit(100);

/** Names of surveys, whatever their state. */
export async function findSurveyNames(
  tx: TenantTransaction,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select({ id: surveys.id, name: surveys.name })
    .from(surveys)
    .where(inArray(surveys.id, wanted));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface OpenContext {
  tx: TenantTransaction;
  actor: Actor;
  audit: Pick<Audit, 'record'>;
  now: Date;
}

/**
 * Opens the surveys of a program that is launched. Learners are asked later, one after another. If both surveys are the
 * same, a copy with the same questions is sent afterwards, so that both can be compared. Their own days and rounds are
 * removed, because the program decides whom they ask and when. Returns their ids.
 */
export async function openProgramSurveys(
  { tx, actor, audit, now }: OpenContext,
  { before, after }: { before: string | null; after: string | null },
) {
  const last = after !== null && after === before ? await copySurvey(tx, after, now) : after;
  const { minGroupSize } = await readSettings(tx);
  for (const id of [before, last]) {
    if (id === null) continue;
    await tx
      .update(surveys)
      .set({
        state: 'open',
        openedAt: now,
        opensOn: null,
        closesOn: null,
        releasesOn: null,
        repeatWeeks: null,
        problem: null,
        k: sql`greatest(${surveys.k}, ${minGroupSize}::int)`,
        segments: [],
        version: sql`${surveys.version} + 1`,
      })
      .where(eq(surveys.id, id));
    await audit.record(tx, actor, { action: 'survey.opened', subject: { type: 'survey', id } });
  }
  return { before, after: last };
}

async function copySurvey(tx: TenantTransaction, surveyId: string, now: Date): Promise<string> {
  const [survey] = await tx.select().from(surveys).where(eq(surveys.id, surveyId));
  if (!survey) throw new Error('The survey of the program does not exist');
  const id = newId();
  await tx.insert(surveys).values({
    ...survey,
    id,
    name: `${survey.name.slice(0, 100)} (after the program)`,
    version: 1,
    createdAt: now,
  });
  return id;
}

interface AskedRow extends Record<string, unknown> {
  surveyId: string;
  surveyName: string;
  userId: number;
}

/**
 * Asks learners of programs when a survey is due: the first one after they join, the second one after they
 * complete the program. Each is asked once. Returns their number.
 */
export async function askLearners(tx: TenantTransaction, now: Date): Promise<number> {
  const { rows } = await tx.execute<AskedRow>(sql`
    with asked as (
      insert into survey_participations (tenant_id, survey_id, user_id, reminded_at)
      select distinct e.tenant_id, s.id, e.user_id, ${now.toISOString()}::timestamptz
      from programs as p
      join surveys as s on s.id in (p.survey_before_id, p.survey_after_id)
        and s.state = 'open' and (s.closes_at is null or s.closes_at > ${now.toISOString()}::timestamptz)
      join enrolments as e on e.program_id = p.id
        and case when s.id = p.survey_before_id then e.state in ('accepted', 'choosing', 'active', 'ready_to_finish')
          else e.state = 'completed' end
      join users as u on u.id = e.user_id and u.status = 'active'
      where p.status in ('active', 'paused')
        and not exists (select from survey_participations as x where x.survey_id = s.id and x.user_id = e.user_id)
      on conflict do nothing returning survey_id, user_id)
    select a.survey_id as "surveyId", s.name as "surveyName", a.user_id as "userId"
    from asked as a join surveys as s on s.id = a.survey_id order by 1, 3`);
  await enqueueNotifications(
    tx,
    rows.map(({ surveyId, surveyName, userId }) =>
      invitationOf({ id: surveyId, name: surveyName }, userId, 0),
    ),
    now,
  );
  return rows.length;
}
