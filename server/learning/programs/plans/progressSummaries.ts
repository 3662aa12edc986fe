import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import { prepareRead } from '#server/db/preparedReads.ts';
import { type NamedPerson, personJson } from '#server/people/index.ts';
import { otherActivityAt } from './lastActivity.ts';
import { IS_LATEST_CYCLE } from './planSql.ts';

/** Summary figures of one enrolment of a report, used to rank and list large teams. */
export interface ProgressSummary {
  enrolmentId: string;
  userId: number;
  person: NamedPerson;
  programId: string;
  programName: string;
  /** False while the program is paused or closed: no one can join or select topics. */
  isOpen: boolean;
  enrolment: ProgramSummary['enrolment'];
  joinedAt: string;
  lastActiveAt: string | null;
  dueOn: string | null;
  /** Required steps of the selected topics. */
  done: number;
  total: number;
  /** Number of topics with all steps done that are not completed yet. */
  ready: number;
  /** One of these topics, for links. */
  readyTopicId: string | null;
  /** Changes with the set of these topics. */
  readySet: string | null;
  /** Topics that the viewer is asked to confirm, oldest first. */
  asked: { topicId: string; title: string; askedAt: string }[];
}

const CAN_CONFIRM = `e.state in ('active', 'ready_to_finish')`;
/** The manager also confirms in programs that ask the coach, if the enrolment has no coach. */
const MANAGER_CONFIRMS = `${CAN_CONFIRM} and (p.confirmation = 'manager' or (p.confirmation = 'coach' and e.coach_id is null))`;

/**
 * One row per enrolment of the manager's reports in programs that are visible to managers. One query counts the same
 * rows as the learner's page, because a manager may have hundreds of reports (decision 0027). It reads each table once
 * for each enrolment: a join of all enrolments with all steps took time in proportion to the square of their number.
 */
const summariesSql = (
  reports: string,
) => `select json_build_object('enrolmentId', e.id, 'userId', e.user_id, 'person', ${personJson('u')}, 'programId', p.id,
    'programName', p.name, 'isOpen', p.status = 'active', 'enrolment', e.state, 'dueOn', e.due_on, 'joinedAt', e.joined_at,
    'lastActiveAt', greatest(recorded.last_at, completed.last_at, ${otherActivityAt('e')}),
    'done', coalesce(counted.done, 0), 'total', coalesce(counted.total, 0), 'ready', counted.ready,
    'readyTopicId', counted.ready_topic_id, 'readySet', counted.ready_set,
    'asked', coalesce(to_json(case when ${MANAGER_CONFIRMS} then asked.topics end), '[]'))
  from users as u
  join enrolments as e on e.user_id = u.id and ${IS_LATEST_CYCLE}
  join programs as p on p.id = e.program_id and p.status in ('active', 'paused', 'closed') and p.manager_visible
  cross join lateral (
    select max(r.updated_at) as last_at, array_agg(r.step_key) filter (where r.state in ('done', 'waived')) as done
    from step_records as r where r.enrolment_id = e.id) as recorded
  cross join lateral (
    select max(c.completed_at) as last_at, array_agg(c.topic_id) filter (where c.reopened_at is null) as topic_ids
    from topic_completions as c where c.enrolment_id = e.id) as completed
  cross join lateral (
    select array_agg(c.topic_id) as topic_ids, array_agg(json_build_object('topicId', t.id, 'title', t.title,
      'askedAt', c.asked_at) order by c.asked_at) as topics
    from topic_confirmations as c join topics as t on t.id = c.topic_id
    where c.enrolment_id = e.id and c.answered_at is null) as asked
  cross join lateral (
    select sum(topic.done) as done, sum(topic.total) as total, count(*) filter (where topic.is_ready) as ready,
      min(g.topic_id) filter (where topic.is_ready) as ready_topic_id,
      md5(string_agg(g.topic_id, ',' order by g.topic_id) filter (where topic.is_ready)) as ready_set
    from goals as g
    left join enrolment_topics as pin on pin.enrolment_id = g.enrolment_id and pin.topic_id = g.topic_id
    cross join lateral (
      select count(*) as total, count(*) filter (where s.step_key = any (recorded.done)) as done,
        count(*) > 0 and count(*) = count(*) filter (where s.step_key = any (recorded.done))
          and g.topic_id <> all (coalesce(completed.topic_ids, '{}') || coalesce(asked.topic_ids, '{}')) as is_ready
      from topic_steps as s
      where s.topic_id = g.topic_id and s.required
        and s.n = coalesce(pin.n, (select max(v.n) from topic_versions as v where v.topic_id = g.topic_id))) as topic
    where g.enrolment_id = e.id and g.removed_at is null) as counted
  where ${reports} and u.status <> 'deactivated'
  order by e.due_on, p.name, e.id`;

/** The summaries of all reports. */
export const reportSummaries = prepareRead<ProgressSummary, [managerId: number]>(
  'report_summaries',
  summariesSql('u.manager_id = $1'),
);
/** The summaries of one person, if they report to the manager. */
export const oneReportSummaries = prepareRead<ProgressSummary, [managerId: number, userId: number]>(
  'one_report_summaries',
  summariesSql('u.manager_id = $1 and u.id = $2'),
);

/** A topic that a learner asks the viewer to confirm. */
export interface ConfirmationRequest {
  enrolmentId: string;
  userId: number;
  person: NamedPerson;
  programId: string;
  programName: string;
  topicId: string;
  title: string;
  askedAt: string;
}

/** The requests of coachees, as JSON. The summaries of reports contain those of reports. */
export const coacheeRequests = (coach: string) => `
  select json_build_object('enrolmentId', e.id, 'userId', e.user_id, 'person', ${personJson('u')}, 'programId', p.id,
    'programName', p.name, 'topicId', t.id, 'title', t.title, 'askedAt', c.asked_at)
  from enrolments as e
  join topic_confirmations as c on c.enrolment_id = e.id and c.answered_at is null
  join programs as p on p.id = e.program_id and p.status in ('active', 'paused', 'closed') and p.confirmation = 'coach'
  join users as u on u.id = e.user_id and u.status <> 'deactivated'
  join topics as t on t.id = c.topic_id
  where e.coach_id = ${coach} and ${CAN_CONFIRM} and ${IS_LATEST_CYCLE}`;

export interface RecentCompletion {
  enrolmentId: string;
  userId: number;
  person: NamedPerson;
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
  select json_build_object('enrolmentId', e.id, 'userId', e.user_id, 'person', ${personJson('u')}, 'programId', e.program_id,
    'programName', p.name, 'topicId', t.id, 'title', t.title, 'completedAt', c.completed_at)
  from users as u
  join enrolments as e on e.user_id = u.id
  join programs as p on p.id = e.program_id and p.status in ('active', 'paused', 'closed') and p.manager_visible
  join topic_completions as c on c.enrolment_id = e.id and c.reopened_at is null and c.completed_at >= ${since}
  join topics as t on t.id = c.topic_id
  where u.manager_id = ${manager} and u.status <> 'deactivated'
  order by c.completed_at desc, t.id limit ${limit}`;
