import { RECENT_DAYS, STALLED_DAYS } from '#contract/insights/measures.ts';
import { isRecordedByLearner } from '#contract/learning/stepRules.ts';
import { stepKinds } from '#contract/learning/steps.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { stepChanges } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

/** Only people with one of these managers, and in one of these departments; null: all. */
export interface FactsPart {
  managerIds: readonly number[] | null;
  departmentIds: readonly number[] | null;
}

/** The people, the programs and the point in time of the facts. */
export interface FactsScope extends FactsPart {
  programIds: readonly string[];
  asOf: Date;
}

/** SQL: weeks are counted from this Monday. */
export const MONDAY = sql.raw(`date '1970-01-05'`);

const listOf = (values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;

/** SQL: conditions on a row of `users` as `u`. */
export const partSql = ({ managerIds, departmentIds }: FactsPart): SQL[] => [
  ...(managerIds === null ? [] : [sql`u.manager_id = any(${`{${managerIds.join()}}`}::int[])`]),
  ...(departmentIds === null ? [] : [sql`u.department_id = any(${`{${departmentIds.join()}}`}::int[])`]),
];

/**
 * Until the end of the transaction. The planner cannot estimate the rows of common table expressions: with too few, it would
 * compare each row with each other one, and with too many, it would compile the query for seconds. The memory is enough for
 * the sorts and hash tables of 50,000 people, which are written to files otherwise.
 */
export async function preferHashJoins(tx: TenantTransaction): Promise<void> {
  await tx.execute(sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true),
    set_config('work_mem', '32MB', true)`);
}

/**
 * Runs a query on `facts`: one row for each person of a program, with the facts about their latest enrolment at a point
 * in time. All figures, lists and exports of insights are selected from it (decision 0063). `rest` follows the common
 * table expressions of the facts: a `select`, or a comma and further expressions.
 */
export async function queryFacts<Row extends object>(
  tx: TenantTransaction,
  scope: FactsScope,
  rest: SQL,
): Promise<Row[]> {
  await preferHashJoins(tx);
  const { rows } = await tx.execute(sql`${factsSql(scope)} ${rest}`);
  return rows as unknown as Row[];
}

/**
 * Earlier states come from timestamps in the rows, from `step_changes` and from `enrolment_history`. Enrolment rows are
 * joined with the table, not with `member`, whose rows the planner cannot estimate: it would hash the larger side. Home
 * and team read the last activity with `lastActivityAt`, which follows the same rule.
 */
function factsSql(facts: FactsScope): SQL {
  const at = sql`${facts.asOf.toISOString()}::timestamptz`;
  const ids = listOf(facts.programIds);
  const daysBefore = (days: number) => sql`${at} - make_interval(days => ${days})`;
  const part = partSql(facts);
  const ofPart = part.map((condition) => sql`and ${condition}`);
  const enrolment =
    part.length === 0
      ? sql`enrolments`
      : sql`(select e.* from enrolments as e join users as u on u.id = e.user_id ${sql.join(ofPart, sql` `)})`;
  return sql`with member as materialized (
    select distinct on (e.user_id, e.program_id) e.id, e.program_id, e.user_id, e.coach_id, e.due_on, u.department_id,
      p.selection_min, p.confirmation, coalesce(e.invited_at, e.joined_at) as invited_at,
      case when e.state not in ('invited', 'declined') and e.joined_at <= ${at} then e.joined_at end as accepted_at,
      case when e.state in ('completed', 'declined', 'withdrawn') and e.finished_at <= ${at} then e.state
        when h.state is not null then h.state
        when u.status = 'deactivated' and u.deactivated_at <= ${at} then 'left'
        else 'open' end as outcome
    from enrolments as e
    join programs as p on p.id = e.program_id
    join users as u on u.id = e.user_id
    left join enrolment_history as h on h.enrolment_id = e.id and h.state is not null and h.since <= ${at} and h.until > ${at}
    where e.program_id = any(${ids}) and coalesce(e.invited_at, e.joined_at) <= ${at} ${sql.join(ofPart, sql` `)}
    order by e.user_id, e.program_id, e.cycle desc
  ), older_version as (
    select distinct on (enrolment_id, topic_id) enrolment_id, topic_id, n from enrolment_history
    where topic_id is not null and until > ${at} order by enrolment_id, topic_id, until, id
  ), newest as (
    select topic_id, max(n) as n from topic_versions
    where topic_id in (select topic_id from program_topics where program_id = any(${ids})) group by topic_id
  ), outdated as materialized (
    select e.enrolment_id, e.topic_id, e.n from newest join enrolment_topics as e on e.topic_id = newest.topic_id and e.n < newest.n
    -- Without nested loops, this array lets the index skip topics that have one version.
    where e.topic_id = any(array(select topic_id from newest where n > 1))
  ), chosen as materialized (
    select g.enrolment_id as id, g.topic_id, g.selected_at, coalesce(o.n, pin.n, newest.n) as n
    from goals as g
    join ${enrolment} as e on e.id = g.enrolment_id and e.program_id = any(${ids})
    join program_topics as pt on pt.program_id = e.program_id and pt.topic_id = g.topic_id
    join newest on newest.topic_id = g.topic_id
    left join outdated as pin on pin.enrolment_id = g.enrolment_id and pin.topic_id = g.topic_id
    left join older_version as o on o.enrolment_id = g.enrolment_id and o.topic_id = g.topic_id
    where g.selected_at <= ${at} and (g.removed_at is null or g.removed_at > ${at})
  ), required as materialized (
    select topic_id, n, step_key, kind = any(${listOf(stepKinds.filter(isRecordedByLearner))}) as is_own from topic_steps
    where required and topic_id in (select topic_id from newest)
  ), version as (
    select topic_id, n, count(*)::int as total, (count(*) filter (where is_own))::int as own from required group by topic_id, n
  ), step as (
    select step_key, topic_id, array_agg(n) as versions, array_agg(n) filter (where is_own) as own_versions
    from required group by step_key, topic_id
  ), change as materialized (
    select x.enrolment_id as id, ((x.at at time zone 'UTC')::date - ${MONDAY}) / 7 as week, max(x.at) as at,
      coalesce(sum(x.done) filter (where c.n = any(s.versions)), 0)::int as done,
      coalesce(sum(x.done) filter (where c.n = any(s.own_versions)), 0)::int as own, sum(greatest(x.practised, 0))::int as tries
    from ${stepChanges} as x
    join ${enrolment} as e on e.id = x.enrolment_id and e.program_id = any(${ids})
    left join step as s on s.step_key = x.step_key
    left join chosen as c on c.id = x.enrolment_id and c.topic_id = s.topic_id
    where x.at <= ${at} group by 1, 2
  ), session as materialized (
    select m.id, s.starts_at, s.state in ('held', 'completed') and s.ended_at <= ${at} as is_held,
      s.confirmed_at <= ${at} and s.starts_at > ${at} and (s.ended_at is null or s.ended_at > ${at}) as is_booked,
      s.state = 'proposed' and s.proposed_by = m.user_id and s.proposed_at <= ${at} as is_asked, s.peer_id = m.coach_id as is_with_coach
    from coaching_sessions as s join member as m on m.id = s.enrolment_id
  ), sessions as (
    select id, max(starts_at) filter (where is_held) as at, min(starts_at) filter (where is_held) as first_at,
      (count(*) filter (where is_held and starts_at > ${daysBefore(RECENT_DAYS)}))::int as recent, bool_or(is_booked) as is_booked,
      bool_or(is_asked) as is_asked, (count(*) filter (where is_asked and is_with_coach))::int as open
    from session group by id
  ), progress as (
    select id, sum(topics)::int as topics, sum(total)::int as total, sum(own_left)::int as own_left, sum(done)::int as done,
      sum(asked)::int as asked, max(at) as at
    from (
      select c.id, 1 as topics, v.total, v.own as own_left, 0 as done, 0 as asked, c.selected_at as at
      from chosen as c left join version as v on v.topic_id = c.topic_id and v.n = c.n
      union all select id, 0, 0, -own, done, 0, at from change
      union all select enrolment_id, 0, 0, 0, 0, 0, completed_at from topic_completions where completed_at <= ${at}
      union all select enrolment_id, 0, 0, 0, 0, 1, null from topic_confirmations
      where asked_at <= ${at} and (answered_at is null or answered_at > ${at})
      union all select m.id, 0, 0, 0, 0, 0, k.sent_at
      from check_ins as k join member as m on m.user_id = k.user_id and m.accepted_at is not null
      where k.sent_at <= ${at} and k.sent_at > ${daysBefore(RECENT_DAYS)}
    ) as part group by id
  ), active as (
    select m.id, m.program_id, m.user_id, m.coach_id, m.due_on, m.department_id, m.selection_min, m.invited_at, m.accepted_at, m.outcome,
      m.accepted_at is not null and m.outcome = 'open' as is_learner,
      coalesce(p.topics, 0) as topics, coalesce(p.total, 0) as total, coalesce(p.done, 0) as done, coalesce(p.own_left, 0) as own_left,
      s.at as last_session_at, s.first_at as first_session_at, coalesce(s.recent, 0) as recent_sessions, s.is_booked,
      s.is_asked or p.asked > 0 as is_waiting,
      coalesce(s.open, 0) + case when m.confirmation = 'coach' and m.coach_id is not null then coalesce(p.asked, 0) else 0 end
        as waits_for_coach,
      greatest(m.accepted_at, p.at, s.at) as last_activity_at
    from member as m
    left join progress as p on p.id = m.id
    left join sessions as s on s.id = m.id
  ), facts as materialized (
    select id, program_id, user_id, coach_id, due_on, department_id, invited_at, accepted_at, outcome, is_learner, done, total,
      last_session_at, first_session_at, recent_sessions, waits_for_coach, last_activity_at,
      case when accepted_at is null then 1
        when outcome = 'completed' then 6
        when topics < selection_min then 2
        when done = 0 then 3
        when 2 * done < total then 4
        else 5 end as stage,
      is_learner and last_activity_at > ${daysBefore(RECENT_DAYS)} as is_recent,
      case when not is_learner or due_on is null then null
        when due_on < (${at} at time zone 'UTC')::date then 'overdue'
        when topics < selection_min then null
        when done < floor(total * extract(epoch from ${at} - accepted_at)
          / greatest(extract(epoch from due_on::timestamp at time zone 'UTC' + interval '1 day' - accepted_at), 1)) then 'behind'
        else 'on_pace' end as pace,
      case when not is_learner or last_activity_at > ${daysBefore(STALLED_DAYS)} then null
        when topics < selection_min then 'no_topics'
        when is_waiting then 'no_answer'
        when coach_id is not null and is_booked is not true then 'no_session'
        when total > 0 and done >= total then 'not_completed'
        when own_left <= 0 then 'blocked'
        else 'no_step' end as reason
    from active
  )`;
}
