import { countFigures, type PersonGroup } from '#contract/insights/figures.ts';
import type { Insights, ProgramFigures } from '#contract/insights/insights.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { findParticipants } from '#server/people/index.ts';
import { type FactsScope, MONDAY, partSql, queryFacts } from './facts.ts';
import { readMood } from './mood.ts';
import { lastReminderSql } from './reminders.ts';
import type { InsightsScope } from './scope.ts';

/** Weeks of the charts. */
const WEEKS = 26;

interface Group extends PersonGroup {
  programId: string;
}
interface Figures {
  groups: Group[] | null;
  departments:
    | {
        departmentId: number | null;
        name: string | null;
        invited: number;
        accepted: number;
        completed: number;
      }[]
    | null;
  coaches:
    | { coachId: number | null; learners: number; stalled: number; sessions: number; waiting: number }[]
    | null;
  cohorts: Insights['cohorts'] | null;
  weeks: Insights['weeks'] | null;
  first: { days: number | null; people: number };
  firstInvitedAt: string | null;
  dueOn: string | null;
}
/** Figures that do not depend on the facts of a person. */
interface Details {
  topics: Insights['topics'] | null;
  between: { days: number | null; people: number };
  lastReminder: Insights['lastReminder'];
}

/** Reads in a separate transaction. */
export type Read = <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;

const rowsOf = (select: SQL) => sql`(select json_agg(row) from (${select}) as row)`;

const groupsSql = sql`select program_id as "programId", stage, outcome, is_learner as "isLearner", is_recent as "isRecent",
  reason, pace, count(*)::int as people, sum(done)::int as done, sum(total)::int as total
  from facts group by 1, 2, 3, 4, 5, 6, 7`;

/**
 * All figures of a program. The two halves take about the same time, so they are read at the same time, on two
 * connections.
 */
export async function readInsights(read: Read, scope: InsightsScope): Promise<Insights> {
  const [{ figures, people }, rest] = await Promise.all([
    read(async (tx) => {
      const figures = await readFigures(tx, scope);
      const coachIds = (figures.coaches ?? []).map(({ coachId }) => coachId);
      return { figures, people: await findParticipants(tx, coachIds) };
    }),
    read(async (tx) => ({
      details: await readDetails(tx, scope),
      mood: await readMood(tx, scope),
      departmentOptions: await findDepartmentOptions(tx, scope),
    })),
  ]);
  const { programId, programName, asOf, isPast, department, managerIds } = scope;
  return {
    programId,
    programName,
    asOf: asOf.toISOString(),
    isPast,
    scope: managerIds === null ? 'all' : 'line',
    department,
    departmentOptions: rest.departmentOptions,
    firstInvitedAt: figures.firstInvitedAt && new Date(figures.firstInvitedAt).toISOString(),
    dueOn: figures.dueOn,
    ...countFigures(figures.groups ?? []),
    firstSession: figures.first,
    betweenSessions: rest.details.between,
    weeks: figures.weeks ?? [],
    topics: rest.details.topics ?? [],
    departments: figures.departments ?? [],
    cohorts: figures.cohorts ?? [],
    coaches: (figures.coaches ?? []).map(({ coachId, ...row }) => ({
      coach: coachId === null ? null : (people.get(coachId) ?? null),
      ...row,
    })),
    mood: rest.mood,
    lastReminder: rest.details.lastReminder,
  };
}

/** The figures of several programs, for the dashboard of administrators. */
export async function readProgramFigures(
  tx: TenantTransaction,
  programs: readonly { programId: string; programName: string }[],
  asOf: Date,
): Promise<ProgramFigures[]> {
  if (programs.length === 0) return [];
  const scope = {
    programIds: programs.map(({ programId }) => programId),
    asOf,
    managerIds: null,
    departmentIds: null,
  };
  const rows = await queryFacts<Group>(tx, scope, groupsSql);
  return programs.map((program) => {
    const { counts, steps } = countFigures(rows.filter(({ programId }) => programId === program.programId));
    return { programId: program.programId, programName: program.programName, counts, steps };
  });
}

async function readFigures(tx: TenantTransaction, scope: FactsScope): Promise<Figures> {
  const at = sql`${scope.asOf.toISOString()}::timestamptz`;
  const [row] = await queryFacts<Figures>(
    tx,
    scope,
    sql`,
    week_of_all as materialized (
      select c.week, sum(sum(c.done) filter (where m.outcome in ('open', 'completed'))) over (order by c.week) as done,
        sum(c.tries) as tries, count(*) filter (where c.tries > 0) as people
      from change as c join member as m on m.id = c.id group by c.week
    ),
    week as (
      select generate_series(greatest(last - ${WEEKS - 1}, first), last) as week from (select
        (((select min(invited_at) from facts) at time zone 'UTC')::date - ${MONDAY}) / 7 as first,
        ((${at} at time zone 'UTC')::date - ${MONDAY}) / 7 as last) as span
    )
    select ${rowsOf(groupsSql)} as groups,
      ${rowsOf(sql`select f.department_id as "departmentId", d.name,
        exists (select from departments as below where below.parent_id = f.department_id) as "hasBelow", f.invited, f.accepted, f.completed
        from (select department_id, count(*)::int as invited, (count(*) filter (where stage >= 2))::int as accepted,
          (count(*) filter (where stage = 6))::int as completed from facts group by 1) as f
        left join departments as d on d.id = f.department_id order by f.accepted desc, d.name nulls last`)} as departments,
      ${rowsOf(sql`select coach_id as "coachId", (count(*) filter (where is_learner))::int as learners,
          (count(*) filter (where reason is not null))::int as stalled, sum(recent_sessions)::int as sessions,
          sum(waits_for_coach)::int as waiting
        from facts where is_learner or outcome = 'completed'
        group by coach_id order by 2 desc, 1 nulls last`)} as coaches,
      ${rowsOf(sql`select to_char(accepted_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as accepted,
          (count(*) filter (where stage >= 4))::int as "firstStep", (count(*) filter (where stage >= 5))::int as half,
          (count(*) filter (where stage = 6))::int as completed
        from facts where accepted_at is not null group by 1 order by 1`)} as cohorts,
      ${rowsOf(sql`select to_char(${MONDAY} + 7 * w.week, 'YYYY-MM-DD') as week,
          coalesce((select p.done from week_of_all as p where p.week <= w.week order by p.week desc limit 1), 0)::int as done,
          coalesce(p.tries, 0)::int as tries, coalesce(p.people, 0)::int as people
        from week as w left join week_of_all as p on p.week = w.week order by w.week`)} as weeks,
      (select json_build_object('days', round(percentile_cont(0.5) within group (
          order by extract(epoch from first_session_at - accepted_at) / 86400))::int, 'people', count(*)::int)
        from facts where first_session_at >= accepted_at) as first,
      (select min(invited_at) from facts) as "firstInvitedAt",
      (select to_char(max(due_on), 'YYYY-MM-DD') from facts) as "dueOn"`,
  );
  if (!row) throw new Error('The figures were not read');
  return row;
}

async function readDetails(tx: TenantTransaction, scope: FactsScope): Promise<Details> {
  const at = sql`${scope.asOf.toISOString()}::timestamptz`;
  const [row] = await queryFacts<Details>(
    tx,
    scope,
    sql`,
    topic_of_all as (
      select c.topic_id, count(*)::int as chosen, count(t.topic_id)::int as completed
      from chosen as c join member as m on m.id = c.id left join topic_completions as t on t.enrolment_id = c.id and t.topic_id = c.topic_id
        and t.completed_at <= ${at} and (t.reopened_at is null or t.reopened_at > ${at})
      group by c.topic_id
    ),
    gap as (
      select id, starts_at - lag(starts_at) over (partition by id order by starts_at) as days from session where is_held
    )
    select
      ${rowsOf(sql`select t.id as "topicId", t.title, coalesce(c.chosen, 0) as chosen, coalesce(c.completed, 0) as completed
        from program_topics as pt join topics as t on t.id = pt.topic_id
        left join topic_of_all as c on c.topic_id = pt.topic_id
        where pt.program_id = ${scope.programIds[0]} order by 3 desc, pt.position`)} as topics,
      (select json_build_object('days', round(percentile_cont(0.5) within group (order by extract(epoch from days) / 86400))::int,
          'people', count(distinct id)::int) from gap where days is not null) as between,
      ${lastReminderSql(scope)} as "lastReminder"`,
  );
  if (!row) throw new Error('The figures were not read');
  return row;
}

/** Departments of the people in the program, for the filter. The chosen department does not narrow this list. */
async function findDepartmentOptions(tx: TenantTransaction, { programIds, managerIds }: FactsScope) {
  const conditions = partSql({ managerIds, departmentIds: null }).map((condition) => sql`and ${condition}`);
  const { rows } = await tx.execute<{ departmentId: number; name: string }>(sql`
    with recursive used as (
      select d.id, d.name, d.parent_id from departments as d where d.id in (select u.department_id
        from enrolments as e join users as u on u.id = e.user_id where e.program_id = ${programIds[0]} ${sql.join(conditions, sql` `)})
      union select p.id, p.name, p.parent_id from departments as p join used on used.parent_id = p.id)
    select id as "departmentId", name from used order by name, id`);
  return rows;
}
