import { countFigures, type PersonGroup } from '#contract/insights/figures.ts';
import type { Insights, ProgramFigures } from '#contract/insights/insights.ts';
import { RECENT_DAYS } from '#contract/insights/measures.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { findParticipants } from '#server/people/index.ts';
import { type FactsScope, factsSql } from './facts.ts';
import { readMood } from './mood.ts';
import { readLastReminder } from './reminders.ts';
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
  topics: Insights['topics'] | null;
  weeks: Insights['weeks'] | null;
  first: { days: number | null; people: number };
  between: { days: number | null; people: number };
  firstInvitedAt: string | null;
  dueOn: string | null;
}

const rowsOf = (select: SQL) => sql`(select json_agg(row) from (${select}) as row)`;

const groupsSql = sql`select program_id as "programId", stage, outcome, is_learner as "isLearner", is_recent as "isRecent",
  reason, pace, count(*)::int as people, sum(done)::int as done, sum(total)::int as total
  from facts group by 1, 2, 3, 4, 5, 6, 7`;

/** All figures of a program in one query, so that they belong to the same moment. */
export async function readInsights(tx: TenantTransaction, scope: InsightsScope): Promise<Insights> {
  const figures = await readFigures(tx, scope);
  const coaches = figures.coaches ?? [];
  const people = await findParticipants(
    tx,
    coaches.map(({ coachId }) => coachId),
  );
  const { programId, programName, asOf, isPast, department, managerId } = scope;
  return {
    programId,
    programName,
    asOf: asOf.toISOString(),
    isPast,
    scope: managerId === null ? 'all' : 'line',
    department,
    departmentOptions: await findDepartmentOptions(tx, scope),
    firstInvitedAt: figures.firstInvitedAt && new Date(figures.firstInvitedAt).toISOString(),
    dueOn: figures.dueOn,
    ...countFigures(figures.groups ?? []),
    firstSession: figures.first,
    betweenSessions: figures.between,
    weeks: figures.weeks ?? [],
    topics: figures.topics ?? [],
    departments: figures.departments ?? [],
    coaches: coaches.map(({ coachId, ...row }) => ({
      coach: coachId === null ? null : (people.get(coachId) ?? null),
      ...row,
    })),
    mood: await readMood(tx, scope),
    lastReminder: await readLastReminder(tx, scope),
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
    managerId: null,
    departmentId: null,
  };
  const { rows } = await tx.execute<Group & Record<string, unknown>>(sql`${factsSql(scope)} ${groupsSql}`);
  return programs.map((program) => {
    const { counts, steps } = countFigures(rows.filter(({ programId }) => programId === program.programId));
    return { ...program, counts, steps };
  });
}

async function readFigures(tx: TenantTransaction, scope: FactsScope): Promise<Figures> {
  const at = sql`${scope.asOf.toISOString()}::timestamptz`;
  const recent = sql`${at} - make_interval(days => ${RECENT_DAYS})`;
  // The planner expects few rows of a common table expression, and would then compare each row with each other one.
  await tx.execute(sql`set local enable_nestloop = off`);
  const { rows } = await tx.execute<Figures & Record<string, unknown>>(sql`${factsSql(scope)},
    week as (
      select date_trunc('week', ${at} at time zone 'UTC') - make_interval(weeks => ago) as starts
      from generate_series(0, ${WEEKS - 1}) as ago
      where date_trunc('week', ${at} at time zone 'UTC') - make_interval(weeks => ago)
        >= date_trunc('week', (select min(invited_at) from facts) at time zone 'UTC')
    ),
    done_before as (
      select date_trunc('week', c.at at time zone 'UTC') as week, sum(c.done)::int as done
      from counted as c join facts as f on f.id = c.id and f.outcome in ('open', 'completed') group by 1
    ),
    practice as (
      select date_trunc('week', at at time zone 'UTC') as week, sum(greatest(practised, 0))::int as tries,
        (count(distinct enrolment_id) filter (where practised > 0))::int as people
      from change where practised <> 0 group by 1
    ),
    topic_done as (
      select c.id, c.topic_id, exists (select from topic_completions as t where t.enrolment_id = c.id
        and t.topic_id = c.topic_id and t.completed_at <= ${at} and (t.reopened_at is null or t.reopened_at > ${at})) as is_completed
      from chosen as c
    ),
    gap as (
      select id, starts_at - lag(starts_at) over (partition by id order by starts_at) as days from held
    )
    select ${rowsOf(groupsSql)} as groups,
      ${rowsOf(sql`select d.id as "departmentId", d.name, count(*)::int as invited,
          (count(*) filter (where f.stage >= 2))::int as accepted, (count(*) filter (where f.stage = 6))::int as completed
        from facts as f left join departments as d on d.id = f.department_id
        group by d.id, d.name order by count(*) filter (where f.stage >= 2) desc, d.name nulls last`)} as departments,
      ${rowsOf(sql`select f.coach_id as "coachId", (count(*) filter (where f.is_learner))::int as learners,
          (count(*) filter (where f.reason is not null))::int as stalled,
          coalesce(sum((select count(*) from held as h where h.id = f.id and h.starts_at > ${recent}))
            filter (where f.sessions > 0), 0)::int as sessions,
          coalesce(sum(a.waiting), 0)::int as waiting
        from facts as f
        left join (
          select enrolment_id as id, count(*) as waiting from (
            select s.enrolment_id from coaching_sessions as s join facts as m on m.id = s.enrolment_id
            where s.state = 'proposed' and s.proposed_by = m.user_id and s.peer_id = m.coach_id and s.proposed_at <= ${at}
            union all
            select t.enrolment_id from topic_confirmations as t join facts as m on m.id = t.enrolment_id
            join programs as p on p.id = m.program_id and p.confirmation = 'coach'
            where t.asked_at <= ${at} and (t.answered_at is null or t.answered_at > ${at}) and m.coach_id is not null
          ) as open group by 1
        ) as a on a.id = f.id
        where f.is_learner or f.outcome = 'completed'
        group by f.coach_id order by 2 desc, 1 nulls last`)} as coaches,
      ${rowsOf(sql`select t.id as "topicId", t.title, count(d.id)::int as chosen,
          (count(*) filter (where d.is_completed))::int as completed
        from program_topics as pt join topics as t on t.id = pt.topic_id
        left join topic_done as d on d.topic_id = pt.topic_id
        where pt.program_id = ${scope.programIds[0]}
        group by t.id, t.title, pt.position order by count(d.id) desc, pt.position`)} as topics,
      ${rowsOf(sql`select to_char(w.starts, 'YYYY-MM-DD') as week,
          coalesce((select sum(b.done) from done_before as b where b.week <= w.starts), 0)::int as done,
          coalesce(p.tries, 0) as tries, coalesce(p.people, 0) as people
        from week as w left join practice as p on p.week = w.starts order by w.starts`)} as weeks,
      (select json_build_object('days', round(percentile_cont(0.5) within group (
          order by extract(epoch from first_session_at - accepted_at) / 86400))::int, 'people', count(*)::int)
        from facts where first_session_at >= accepted_at) as first,
      (select json_build_object('days', round(percentile_cont(0.5) within group (order by extract(epoch from days) / 86400))::int,
          'people', count(distinct id)::int) from gap where days is not null) as between,
      (select min(invited_at) from facts) as "firstInvitedAt",
      (select to_char(max(due_on), 'YYYY-MM-DD') from facts) as "dueOn"`);
  const [row] = rows;
  if (!row) throw new Error('The figures were not read');
  return row;
}

/** Departments of the people of the program, for the filter. Not narrowed by the department that is chosen. */
async function findDepartmentOptions(tx: TenantTransaction, { programIds, managerId }: FactsScope) {
  const line =
    managerId === null
      ? sql``
      : sql`and u.id in (with recursive line as (
          select id from users where manager_id = ${managerId}::int
          union select r.id from users as r join line on r.manager_id = line.id) select id from line)`;
  const { rows } = await tx.execute<{ departmentId: number; name: string }>(sql`
    with recursive used as (
      select d.id, d.name, d.parent_id from departments as d where d.id in (select u.department_id
        from enrolments as e join users as u on u.id = e.user_id where e.program_id = ${programIds[0]} ${line})
      union select p.id, p.name, p.parent_id from departments as p join used on used.parent_id = p.id)
    select id as "departmentId", name from used order by name, id`);
  return rows;
}
