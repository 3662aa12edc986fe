import type { InsightPeople, InsightPeopleFilter, InsightPerson } from '#contract/insights/insights.ts';
import { type Condition, conditionOf, stages, stallReasons } from '#contract/insights/measures.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findParticipants } from '#server/people/index.ts';
import { queryFacts } from './facts.ts';
import type { InsightsScope } from './scope.ts';
import { standingSql } from './steps.ts';

export const REMINDER_EVERY_DAYS = 7;

/** The condition of a measure on a row of `facts` as `f`: the same as `matches` in the contract. */
export function conditionSql({
  minStage,
  stage,
  outcome,
  isLearner,
  isRecent,
  reason,
  pace,
}: Condition): SQL {
  const parts = [
    minStage === undefined ? null : sql`f.stage >= ${minStage}`,
    stage === undefined ? null : sql`f.stage = ${stage}`,
    outcome === undefined ? null : sql`f.outcome = ${outcome}`,
    isLearner === undefined ? null : sql`f.is_learner = ${isLearner}`,
    isRecent === undefined ? null : sql`f.is_recent = ${isRecent}`,
    reason === undefined ? null : reason === 'any' ? sql`f.reason is not null` : sql`f.reason = ${reason}`,
    pace === undefined ? null : sql`f.pace = ${pace}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

function filterSql(filter: InsightPeopleFilter, asOf: Date): SQL {
  const at = sql`${asOf.toISOString()}::timestamptz`;
  const { topic, topicState, coach, joined, step } = filter;
  const parts = [conditionSql(conditionOf(filter.measure, filter))];
  if (coach !== undefined)
    parts.push(coach === '0' ? sql`f.coach_id is null` : sql`f.coach_id = ${Number(coach)}`);
  if (step !== undefined)
    parts.push(
      sql`f.is_learner and exists (select from standing as s where s.id = f.id and s.step_key = ${step})`,
    );
  if (joined !== undefined) parts.push(sql`to_char(f.accepted_at at time zone 'UTC', 'YYYY-MM') = ${joined}`);
  if (topic !== undefined)
    parts.push(sql`exists (select from chosen as c where c.id = f.id and c.topic_id = ${topic})`);
  if (topic !== undefined && topicState === 'completed')
    parts.push(sql`exists (select from topic_completions as t where t.enrolment_id = f.id and t.topic_id = ${topic}
      and t.completed_at <= ${at} and (t.reopened_at is null or t.reopened_at > ${at}))`);
  return sql.join(parts, sql` and `);
}

/** SQL: the current step of each learner, if the filter needs them. */
const stepsOf = (scope: InsightsScope, { step }: InsightPeopleFilter) =>
  step === undefined ? sql`` : sql`, ${standingSql(scope)}`;

interface Row extends Record<string, unknown> {
  id: string;
  userId: number;
  coachId: number | null;
  department: string | null;
  stage: number;
  outcome: InsightPerson['outcome'];
  reason: InsightPerson['reason'];
  pace: InsightPerson['pace'];
  done: number;
  total: number;
  invitedAt: string;
  acceptedAt: string | null;
  lastActivityAt: string | null;
  lastSessionAt: string | null;
  remindedAt: string | null;
  dueOn: string | null;
  isRelated: boolean;
  waitsForCoach: boolean;
  key: string;
  count: number;
}

export interface PeoplePage {
  limit: number;
  after?: string | undefined;
}

/**
 * The people behind a number, in pages. Stalled people come by reason, longest inactive first; other people are sorted
 * by name.
 */
export async function findPeople(
  tx: TenantTransaction,
  viewer: Pick<Viewer, 'userId'>,
  scope: InsightsScope,
  filter: InsightPeopleFilter,
  { limit, after }: PeoplePage,
): Promise<InsightPeople> {
  const cursor = after === undefined ? null : readCursor(after);
  const reasons = sql`array[${sql.join(
    stallReasons.map((reason) => sql`${reason}`),
    sql`, `,
  )}]::text[]`;
  const key =
    filter.measure === 'stalled'
      ? sql`array_position(${reasons}, f.reason) || to_char(f.last_activity_at at time zone 'UTC', ' YYYY-MM-DD HH24:MI:SS.US')`
      : sql`lower(u.first_name || ' ' || u.last_name)`;
  const rows = await queryFacts<Row>(
    tx,
    scope,
    sql`${stepsOf(scope, filter)},
    listed as (
      select f.id, f.user_id as "userId", f.coach_id as "coachId", d.name as department, f.stage, f.outcome, f.reason, f.pace,
        f.done, f.total, f.invited_at as "invitedAt", f.accepted_at as "acceptedAt", f.last_activity_at as "lastActivityAt",
        f.last_session_at as "lastSessionAt", to_char(f.due_on, 'YYYY-MM-DD') as "dueOn",
        f.waits_for_coach > 0 as "waitsForCoach",
        (f.coach_id = ${viewer.userId} or (u.manager_id = ${viewer.userId} and p.manager_visible)) is true as "isRelated",
        (${key}) collate "C" as key, (count(*) over ())::int as count
      from facts as f join users as u on u.id = f.user_id join programs as p on p.id = f.program_id
      left join departments as d on d.id = f.department_id
      where ${filterSql(filter, scope.asOf)}
    )
    select *, (select max(sent_at) from program_reminders as r where r.enrolment_id = listed.id) as "remindedAt" from listed
    where ${cursor === null ? sql`true` : sql`(key, "userId") > (${cursor.key}::text collate "C", ${cursor.userId}::int)`}
    order by key, "userId" limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const people = await findParticipants(
    tx,
    page.flatMap(({ userId, coachId }) => [userId, coachId]),
  );
  const last = page.at(-1);
  return {
    data: page.flatMap((row) => {
      const person = people.get(row.userId);
      return person ? [presentPerson(row, { person, people, viewer, scope })] : [];
    }),
    total: rows[0]?.count ?? (cursor ? await countAll(tx, scope, filter) : 0),
    next: rows.length > limit && last ? writeCursor(last) : null,
  };
}

/** Every row contains the total, so a page without rows needs a separate count. */
async function countAll(tx: TenantTransaction, scope: InsightsScope, filter: InsightPeopleFilter) {
  const [row] = await queryFacts<{ people: number }>(
    tx,
    scope,
    sql`${stepsOf(scope, filter)} select count(*)::int as people from facts as f where ${filterSql(filter, scope.asOf)}`,
  );
  return row?.people ?? 0;
}

type Participants = Awaited<ReturnType<typeof findParticipants>>;

function presentPerson(
  row: Row,
  {
    person,
    people,
    viewer,
    scope,
  }: {
    person: InsightPerson['person'];
    people: Participants;
    viewer: Pick<Viewer, 'userId'>;
    scope: InsightsScope;
  },
): InsightPerson {
  const isOpen = row.outcome === 'open' && scope.isOpen && !scope.isPast;
  return {
    person,
    department: row.department,
    stage: stages[row.stage - 1] ?? 'invited',
    outcome: row.outcome,
    reason: row.reason,
    pace: row.pace,
    done: row.done,
    total: row.total,
    invitedAt: new Date(row.invitedAt).toISOString(),
    acceptedAt: instantOf(row.acceptedAt),
    lastActivityAt: instantOf(row.lastActivityAt),
    lastSessionAt: instantOf(row.lastSessionAt),
    dueOn: row.dueOn,
    coach: row.coachId === null ? null : (people.get(row.coachId) ?? null),
    waitsForCoach: row.waitsForCoach,
    remindedAt: instantOf(row.remindedAt),
    can: {
      remind:
        isOpen &&
        row.reason !== null &&
        row.userId !== viewer.userId &&
        isReminderDue(row.remindedAt, scope.asOf),
      plan: isOpen && row.acceptedAt !== null && row.isRelated,
      open: row.isRelated,
    },
  };
}

export const isReminderDue = (remindedAt: string | null, now: Date) =>
  remindedAt === null || now.getTime() - Date.parse(remindedAt) >= REMINDER_EVERY_DAYS * 24 * 60 * 60_000;

const instantOf = (time: string | null) => (time === null ? null : new Date(time).toISOString());

const writeCursor = ({ key, userId }: Row) =>
  Buffer.from(JSON.stringify([key, userId])).toString('base64url');

function readCursor(text: string): { key: string; userId: number } {
  try {
    const [key, userId] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof key === 'string' && !key.includes('\u0000') && Number.isInteger(userId))
      return { key, userId: userId as number };
  } catch {
    // The address was changed by hand.
  }
  throw badRequest({ after: 'is not a page of this list' });
}
