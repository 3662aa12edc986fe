import { RECENT_DAYS, STALLED_DAYS } from '#contract/insights/measures.ts';
import { isRecordedByLearner, stepKinds } from '#contract/learning/steps.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { stepChanges } from '#server/db/schema/programs.ts';

/** Which people of which programs, as of when. */
export interface FactsScope {
  programIds: readonly string[];
  asOf: Date;
  /** Only people below this manager; null: all. */
  managerId: number | null;
  /** Only people of this department and those below it; null: all. */
  departmentId: number | null;
}

const listOf = (values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;

/**
 * The facts of each person of a program as of a point in time: one row of `facts` for the latest enrolment of each person.
 * All figures, lists and exports of insights are selected from it (decision 0063). Earlier states come from the times that
 * rows carry, from `step_changes` and from `enrolment_history`.
 *
 * Further common table expressions can follow; the result ends without a comma.
 */
export function factsSql({ programIds, asOf, managerId, departmentId }: FactsScope): SQL {
  const at = sql`${asOf.toISOString()}::timestamptz`;
  const ids = listOf(programIds);
  const daysBefore = (days: number) => sql`${at} - make_interval(days => ${days})`;
  const scope = [
    managerId === null ? sql`` : sql`and u.id in (select id from line)`,
    departmentId === null ? sql`` : sql`and u.department_id in (select id from below)`,
  ];
  return sql`with recursive line as (
    select id from users where manager_id = ${managerId}::int
    union select u.id from users as u join line on u.manager_id = line.id
  ), below as (
    select id from departments where id = ${departmentId}::int
    union select d.id from departments as d join below on d.parent_id = below.id
  ), member as materialized (
    select e.id, e.program_id, e.user_id, e.coach_id, e.due_on, u.department_id, p.selection_min,
      coalesce(e.invited_at, e.joined_at) as invited_at,
      case when e.state not in ('invited', 'declined') and e.joined_at <= ${at} then e.joined_at end as accepted_at,
      case when e.state in ('completed', 'declined', 'withdrawn') and e.finished_at <= ${at} then e.state
        when h.state is not null then h.state
        when u.status = 'deactivated' and u.deactivated_at <= ${at} then 'left'
        else 'open' end as outcome
    from enrolments as e
    join programs as p on p.id = e.program_id
    join users as u on u.id = e.user_id
    left join enrolment_history as h on h.enrolment_id = e.id and h.state is not null and h.since <= ${at} and h.until > ${at}
    where e.program_id = any(${ids}) and coalesce(e.invited_at, e.joined_at) <= ${at}
      and not exists (select from enrolments as later where later.program_id = e.program_id and later.user_id = e.user_id
        and later.cycle > e.cycle and coalesce(later.invited_at, later.joined_at) <= ${at})
      ${sql.join(scope, sql` `)}
  ), older_version as (
    select distinct on (enrolment_id, topic_id) enrolment_id, topic_id, n from enrolment_history
    where topic_id is not null and until > ${at} order by enrolment_id, topic_id, until, id
  ), newest as (
    select topic_id, max(n) as n from topic_versions
    where topic_id in (select topic_id from program_topics where program_id = any(${ids})) group by topic_id
  ), chosen as materialized (
    select m.id, m.program_id, g.topic_id, g.selected_at, coalesce(o.n, pin.n, newest.n) as n
    from member as m
    join goals as g on g.enrolment_id = m.id and g.selected_at <= ${at} and (g.removed_at is null or g.removed_at > ${at})
    join program_topics as pt on pt.program_id = m.program_id and pt.topic_id = g.topic_id
    left join enrolment_topics as pin on pin.enrolment_id = m.id and pin.topic_id = g.topic_id
    left join older_version as o on o.enrolment_id = m.id and o.topic_id = g.topic_id
    left join newest on newest.topic_id = g.topic_id
  ), required as materialized (
    select topic_id, n, step_key, kind = any(${listOf(stepKinds.filter(isRecordedByLearner))}) as is_own from topic_steps
    where required and topic_id in (select topic_id from newest)
  ), version as (
    select topic_id, n, count(*)::int as total, (count(*) filter (where is_own))::int as own from required group by topic_id, n
  ), planned as (
    select c.id, count(*)::int as topics, coalesce(sum(v.total), 0)::int as total, coalesce(sum(v.own), 0)::int as own,
      max(c.selected_at) as chosen_at
    from chosen as c left join version as v on v.topic_id = c.topic_id and v.n = c.n group by c.id
  ), change as materialized (
    select x.enrolment_id, x.step_key, x.at, x.done, x.practised
    from ${stepChanges} as x join member as m on m.id = x.enrolment_id where x.at <= ${at}
  ), counted as materialized (
    select c.id, x.at, x.done, r.is_own
    from chosen as c
    join required as r on r.topic_id = c.topic_id and r.n = c.n
    join change as x on x.enrolment_id = c.id and x.step_key = r.step_key and x.done <> 0
  ), progress as (
    select id, sum(done)::int as done, coalesce(sum(done) filter (where is_own), 0)::int as own from counted group by id
  ), step_activity as (
    select enrolment_id as id, max(at) as at from change group by enrolment_id
  ), topic_activity as (
    select t.enrolment_id as id, max(t.completed_at) as at
    from topic_completions as t join member as m on m.id = t.enrolment_id where t.completed_at <= ${at} group by 1
  ), check_in_activity as (
    select k.user_id, max(k.sent_at) as at from check_ins as k
    where k.sent_at <= ${at} and k.sent_at > ${daysBefore(RECENT_DAYS)} group by 1
  ), held as materialized (
    select s.enrolment_id as id, s.starts_at from coaching_sessions as s join member as m on m.id = s.enrolment_id
    where s.state = 'held' and s.ended_at <= ${at}
  ), session_activity as (
    select id, max(starts_at) as at, min(starts_at) as first_at, count(*)::int as sessions from held group by id
  ), active as materialized (
    select m.*, m.accepted_at is not null and m.outcome = 'open' as is_learner,
      coalesce(planned.topics, 0) as topics, coalesce(planned.total, 0) as total, coalesce(progress.done, 0) as done,
      coalesce(planned.own, 0) - coalesce(progress.own, 0) as own_left,
      s.at as last_session_at, s.first_at as first_session_at, coalesce(s.sessions, 0) as sessions,
      greatest(m.accepted_at, planned.chosen_at, step.at, topic.at, k.at, s.at) as last_activity_at
    from member as m
    left join planned on planned.id = m.id
    left join progress on progress.id = m.id
    left join step_activity as step on step.id = m.id
    left join topic_activity as topic on topic.id = m.id
    left join check_in_activity as k on k.user_id = m.user_id and m.accepted_at is not null
    left join session_activity as s on s.id = m.id
  ), facts as materialized (
    select a.*,
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
        when exists (select from topic_confirmations as c where c.enrolment_id = a.id and c.asked_at <= ${at}
            and (c.answered_at is null or c.answered_at > ${at}))
          or exists (select from coaching_sessions as s where s.enrolment_id = a.id and s.state = 'proposed'
            and s.proposed_by = a.user_id and s.proposed_at <= ${at}) then 'no_answer'
        when coach_id is not null and not exists (select from coaching_sessions as s where s.enrolment_id = a.id
            and s.confirmed_at <= ${at} and s.starts_at > ${at} and (s.ended_at is null or s.ended_at > ${at})) then 'no_session'
        when total > 0 and done >= total then 'not_completed'
        when own_left <= 0 then 'blocked'
        else 'no_step' end as reason
    from active as a
  )`;
}
