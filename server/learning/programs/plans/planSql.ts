import type { Plan, PlanStep, PlanTopic } from './plan.ts';

/** The tables of a plan. Learners do not see programs that are drafts or archived. */
export const PLAN_TABLES = `enrolments as e
  join programs as p on p.id = e.program_id and p.status in ('active', 'paused', 'closed')
  join users as u on u.id = e.user_id`;

/** Limits enrolments to the latest cycle of each person in each program. */
export const IS_LATEST_CYCLE = `not exists (select from enrolments as later
  where later.program_id = e.program_id and later.user_id = e.user_id and later.cycle > e.cycle)`;

export const PLAN_ORDER = 'e.due_on, p.name, e.cycle desc, e.id';

const outlineStep = `'stepKey', s.step_key, 'title', s.title, 'kind', s.kind, 'minutes', s.minutes, 'required', s.required,
  'prerequisiteKeys', s.prerequisite_keys, 'state', coalesce(r.state, 'none'), 'doneAt', r.done_at, 'updatedAt', r.updated_at`;
const stepPackage = `case when s.package_id is not null then (select json_build_object(
    'kind', k.report -> 'kind', 'title', k.report -> 'title', 'tracks', k.report -> 'tracks', 'attempt', (
      select json_build_object('n', w.n, 'completion', w.completion, 'success', w.success, 'score', w.score,
        'seconds', w.earlier_seconds + w.launch_seconds, 'updatedAt', w.updated_at)
      from package_attempts as w
      where w.enrolment_id = e.id and w.step_key = s.step_key and w.package_id = s.package_id order by w.n desc limit 1))
  from packages as k where k.id = s.package_id) end`;
const stepSurvey = `case when s.survey_id is not null then (select json_build_object('surveyId', v.id, 'surveyName', v.name,
    'isOpen', v.state = 'open' and coalesce(v.closes_at > now(), true),
    'isAnswered', exists (select from survey_participations as x
      where x.survey_id = v.id and x.user_id = e.user_id and x.answered_on is not null))
  from surveys as v where v.id = s.survey_id) end`;
const stepFile = `case when s.file_id is not null then (select json_build_object('fileName', k.file_name, 'size', k.size,
    'seconds', k.seconds, 'watched', (select x.watched from video_progress as x
      where x.enrolment_id = e.id and x.step_key = s.step_key and x.file_id = s.file_id))
  from packages as k where k.id = s.file_id) end`;
const fullStep = `${outlineStep}, 'body', s.body, 'document', s.document, 'goal', s.goal, 'challenge', s.challenge, 'work', r.work,
  'answer', r.answer, 'count', coalesce(r.count, 0), 'url', s.url, 'fileId', s.file_id, 'captionsId', s.captions_id, 'file', ${stepFile},
  'survey', ${stepSurvey}, 'packageId', s.package_id, 'package', ${stepPackage},
  'waivedBy', r.waived_by, 'waivedBecause', r.waived_because`;

const steps = (fields: string) => `(select json_agg(json_build_object(${fields}) order by s.position)
  from topic_steps as s
  left join step_records as r on r.enrolment_id = e.id and r.step_key = s.step_key
  where s.topic_id = t.id and s.n = coalesce(pin.n, newest.n))`;

/** Selected topics first, in the order of their selection or of the program. Only the current coach or manager proposes topics. */
const topics = (fields: string) => `(select json_agg(json_build_object(
    'topicId', t.id, 'title', t.title, 'behaviorName', t.behavior_name, 'description', t.description,
    'isSelected', g.id is not null, 'selectedAt', g.selected_at, 'why', g.why, 'ifThenPlan', g.if_then_plan,
    'completedAt', c.completed_at, 'askedAt', a.asked_at, 'version', coalesce(pin.n, newest.n), 'newest', newest.n,
    'reopened', (select json_build_object('by', b.reopened_by, 'reason', b.reopened_because, 'at', b.reopened_at)
      from topic_completions as b
      where b.enrolment_id = e.id and b.topic_id = t.id and b.reopened_by is not null and b.reopened_because is not null
      order by b.n desc limit 1),
    'returned', case when p.confirmation <> 'self' then (
      select case when b.outcome = 'returned' then json_build_object('by', b.answered_by, 'note', b.note, 'at', b.answered_at) end
      from topic_confirmations as b
      where b.enrolment_id = e.id and b.topic_id = t.id and b.outcome in ('confirmed', 'returned', 'accepted')
      order by b.asked_at desc limit 1) end,
    'proposedBy', array(select o.proposed_by from topic_proposals as o
      where o.enrolment_id = e.id and o.topic_id = t.id and o.taken_back_at is null and o.declined_at is null
        and o.proposed_by in (e.coach_id, u.manager_id)),
    'steps', ${steps(fields)}) order by case when p.topic_order = 'free' then g.selected_at end, g.id is null, pt.position)
  from program_topics as pt
  join topics as t on t.id = pt.topic_id
  cross join lateral (select max(v.n) as n from topic_versions as v where v.topic_id = t.id) as newest
  left join enrolment_topics as pin on pin.enrolment_id = e.id and pin.topic_id = t.id
  left join goals as g on g.enrolment_id = e.id and g.topic_id = t.id and g.removed_at is null
  left join topic_completions as c on c.enrolment_id = e.id and c.topic_id = t.id and c.reopened_at is null
  left join topic_confirmations as a on a.enrolment_id = e.id and a.topic_id = t.id and a.answered_at is null
  where pt.program_id = e.program_id)`;

const plan = (fields: string) => `json_build_object(
  'enrolmentId', e.id, 'programId', p.id, 'programName', p.name, 'purpose', p.purpose, 'isOpen', p.status = 'active',
  'confirmation', p.confirmation, 'isOrdered', p.topic_order = 'fixed', 'plannedSessions', p.planned_sessions,
  'sessionEveryDays', p.session_every_days, 'userId', e.user_id, 'coachId', e.coach_id, 'managerId', u.manager_id,
  'isManagerVisible', p.manager_visible, 'enrolment', e.state, 'cycle', e.cycle, 'version', e.version,
  'invitedBy', e.invited_by, 'reason', e.reason, 'dueOn', e.due_on, 'joinedAt', e.joined_at, 'finishedAt', e.finished_at,
  'selectionMin', p.selection_min, 'selectionMax', p.selection_max, 'topics', ${topics(fields)})`;

/**
 * One enrolment with topics, steps and records as JSON, from PLAN_TABLES (decision 0045). The pinned version of a topic
 * counts, or the newest one if the topic was added to the program later (decision 0028).
 */
export const PLAN = plan(fullStep);
/** Used for lists: without step texts and answers. */
export const PLAN_OUTLINE = plan(outlineStep);

type Time<T> = T extends Date ? string : T;
type Times<T> = { [Key in keyof T]: Time<Exclude<T[Key], null>> | Extract<T[Key], null> };
type StepJson = Times<Pick<PlanStep, keyof typeof NOT_IN_OUTLINE>>;

/** A plan as selected: times are texts, and empty lists are null. */
export interface PlanJson extends Times<Omit<Plan, 'topics'>> {
  topics: TopicJson[] | null;
}
interface TopicJson extends Times<Omit<PlanTopic, 'steps'>> {
  steps: (Times<Omit<PlanStep, keyof typeof NOT_IN_OUTLINE>> & Partial<StepJson>)[] | null;
}

const NOT_IN_OUTLINE = {
  body: '',
  document: null,
  goal: null,
  challenge: null,
  work: null,
  answer: null,
  count: 0,
  url: null,
  fileId: null,
  captionsId: null,
  file: null,
  survey: null,
  packageId: null,
  package: null,
  waivedBy: null,
  waivedBecause: null,
} satisfies Partial<PlanStep>;

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

export const toPlan = (json: PlanJson): Plan => ({
  ...json,
  joinedAt: new Date(json.joinedAt),
  finishedAt: timeOf(json.finishedAt),
  topics: (json.topics ?? []).map((topic) => ({
    ...topic,
    selectedAt: timeOf(topic.selectedAt),
    completedAt: timeOf(topic.completedAt),
    askedAt: timeOf(topic.askedAt),
    steps: (topic.steps ?? []).map((step) => ({
      ...NOT_IN_OUTLINE,
      ...step,
      doneAt: timeOf(step.doneAt),
      updatedAt: timeOf(step.updatedAt),
    })),
  })),
});
