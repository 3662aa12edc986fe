import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import { prepareRead } from '#server/db/preparedReads.ts';

/** The facts about one enrolment that a manager or coach needs. */
export interface EnrolmentActivity {
  enrolmentId: string;
  userId: number;
  programId: string;
  programName: string;
  enrolment: ProgramSummary['enrolment'];
  joinedAt: string;
  lastActiveAt: string | null;
  /** Topics that the viewer is asked to confirm, oldest first. */
  asked: { topicId: string; title: string; askedAt: string }[];
}

/** Summary figures of one enrolment, used to rank and list large teams. */
export interface ProgressSummary extends EnrolmentActivity {
  dueOn: string | null;
  /** Required steps of the selected topics. */
  done: number;
  total: number;
  /** Number of topics with all steps done that are not completed yet. */
  ready: number;
  /** One of these topics, for links. */
  readyTopicId: string | null;
}

const lastActiveAt = (id: string) => `greatest(
  (select max(r.updated_at) from step_records as r where r.enrolment_id = ${id}),
  (select max(c.completed_at) from topic_completions as c where c.enrolment_id = ${id}))`;

const askedOf = (m: string, confirms: string) => `(
  select coalesce(json_agg(json_build_object('topicId', c.topic_id, 'title', t.title, 'askedAt', c.asked_at)
    order by c.asked_at), '[]')
  from topic_confirmations as c join topics as t on t.id = c.topic_id
  where c.enrolment_id = ${m}.id and c.answered_at is null and ${m}.state in ('active', 'ready_to_finish') and ${confirms})`;

/** The manager also confirms in programs that ask the coach, if the enrolment has no coach. */
const MANAGER_CONFIRMS = `(m.confirmation = 'manager' or (m.confirmation = 'coach' and m.coach_id is null))`;

/**
 * One row per enrolment of the manager's reports in programs that are visible to managers. One query counts the same
 * rows as the learner's page, because a manager may have hundreds of reports (decision 0027).
 */
export const reportSummaries = prepareRead<ProgressSummary, [managerId: number]>(
  'report_summaries',
  `
  with visible as materialized (
    select e.id, e.user_id, e.program_id, e.state, e.due_on, e.joined_at, e.coach_id, p.name, p.confirmation
    from users as u
    join enrolments as e on e.user_id = u.id
    join programs as p on p.id = e.program_id and p.status in ('active', 'paused', 'closed') and p.manager_visible
    where u.manager_id = $1 and u.status <> 'deactivated'
      and not exists (select from enrolments as later where later.program_id = e.program_id
        and later.user_id = e.user_id and later.cycle > e.cycle)
  ), topic as (
    select m.id, g.topic_id,
      count(*) filter (where s.required) as total,
      count(*) filter (where s.required and r.state in ('done', 'waived')) as done,
      not exists (select from topic_completions as c where c.enrolment_id = m.id and c.topic_id = g.topic_id
        and c.reopened_at is null)
      and not exists (select from topic_confirmations as c where c.enrolment_id = m.id and c.topic_id = g.topic_id
        and c.answered_at is null) as is_open
    from visible as m
    join goals as g on g.enrolment_id = m.id and g.removed_at is null
    left join enrolment_topics as pin on pin.enrolment_id = m.id and pin.topic_id = g.topic_id
    join topic_steps as s on s.topic_id = g.topic_id
      and s.n = coalesce(pin.n, (select max(v.n) from topic_versions as v where v.topic_id = g.topic_id))
    left join step_records as r on r.enrolment_id = m.id and r.step_key = s.step_key
    group by m.id, g.topic_id
  ), counted as (
    select id, sum(done) as done, sum(total) as total,
      count(*) filter (where total > 0 and done = total and is_open) as ready,
      min(topic_id) filter (where total > 0 and done = total and is_open) as ready_topic_id
    from topic group by id
  )
  select json_build_object('enrolmentId', m.id, 'userId', m.user_id, 'programId', m.program_id, 'programName', m.name,
    'enrolment', m.state, 'dueOn', m.due_on, 'joinedAt', m.joined_at, 'lastActiveAt', ${lastActiveAt('m.id')},
    'done', coalesce(k.done, 0), 'total', coalesce(k.total, 0), 'ready', coalesce(k.ready, 0),
    'readyTopicId', k.ready_topic_id,
    'asked', ${askedOf('m', MANAGER_CONFIRMS)})
  from visible as m left join counted as k on k.id = m.id
  order by m.due_on, m.name, m.id`,
);

/** The enrolments of reports, and of coachees whose topics the viewer confirms as their coach. */
export const supportedActivity = prepareRead<EnrolmentActivity & { isReport: boolean }, [viewerId: number]>(
  'supported_activity',
  `with mine as (
    select e.id, true as is_report from users as u join enrolments as e on e.user_id = u.id where u.manager_id = $1
    union all
    select e.id, false from enrolments as e
      where e.coach_id = $1 and e.state in ('choosing', 'active', 'ready_to_finish')
  ), visible as (
    select e.id, e.user_id, e.program_id, e.state, e.due_on, e.joined_at, e.coach_id, p.name, p.confirmation, mine.is_report
    from mine
    join enrolments as e on e.id = mine.id
    join users as u on u.id = e.user_id and u.status <> 'deactivated'
    join programs as p on p.id = e.program_id and p.status in ('active', 'paused', 'closed')
    where case when mine.is_report then p.manager_visible else p.confirmation = 'coach' end
      and not exists (select from enrolments as later where later.program_id = e.program_id
        and later.user_id = e.user_id and later.cycle > e.cycle)
  )
  select json_build_object('enrolmentId', m.id, 'userId', m.user_id, 'programId', m.program_id, 'programName', m.name,
    'enrolment', m.state, 'joinedAt', m.joined_at, 'lastActiveAt', ${lastActiveAt('m.id')},
    'asked', ${askedOf('m', `(not m.is_report or ${MANAGER_CONFIRMS})`)}, 'isReport', m.is_report)
  from visible as m
  order by m.due_on, m.name, m.id`,
);

export interface RecentCompletion {
  enrolmentId: string;
  userId: number;
  programId: string;
  programName: string;
  topicId: string;
  title: string;
  completedAt: string;
}

/** Topics that the manager's reports completed since then as JSON, newest first. */
export const recentCompletions = ({
  manager,
  since,
  limit,
}: Record<'manager' | 'since' | 'limit', string>) => `
  select json_build_object('enrolmentId', e.id, 'userId', e.user_id, 'programId', e.program_id, 'programName', p.name,
    'topicId', t.id, 'title', t.title, 'completedAt', c.completed_at)
  from users as u
  join enrolments as e on e.user_id = u.id
  join programs as p on p.id = e.program_id and p.status in ('active', 'paused', 'closed') and p.manager_visible
  join topic_completions as c on c.enrolment_id = e.id and c.reopened_at is null and c.completed_at >= ${since}
  join topics as t on t.id = c.topic_id
  where u.manager_id = ${manager} and u.status <> 'deactivated'
  order by c.completed_at desc, t.id limit ${limit}`;
