import { prepareRead } from '#server/db/preparedReads.ts';
import {
  type ConfirmationRequest,
  coacheeRequests,
  type RecentCompletion,
  type RecentDeparture,
  recentCompletions,
  recentDepartures,
} from '#server/learning/programs/index.ts';
import { isWithoutProfile, matchesName, type NamedPerson, personJson } from '#server/people/index.ts';
import { type CheckInFacts, checkInFacts } from './checkInNeeds.ts';
import { type GrowthFacts, growthFacts } from './growth.ts';
import { type NeedMark, needMarksOf } from './needMarks.ts';
import type { AnsweredChange, OpenObjective } from './objectiveNeeds.ts';
import {
  type JoinRequestFact,
  joinRequestFacts,
  type LaunchRequestFact,
  launchRequestFacts,
} from './programNeeds.ts';
import { type ReadinessFacts, readinessFacts } from './readinessNeeds.ts';
import { type SessionFact, sessionFacts } from './sessionNeeds.ts';
import { type WaitingFeedback, type WaitingSurvey, waitingFeedback, waitingSurveys } from './surveyNeeds.ts';

interface ReportRow {
  id: number;
  firstName: string;
  lastName: string;
  avatarId: string | null;
  title: string | null;
}

/** The manager's reports without deactivated accounts, filtered by name prefix when the search is not empty. */
export const reports = prepareRead<ReportRow, [managerId: number, search: string]>(
  'reports',
  `select json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'avatarId', u.avatar_id,
    'title', u.title)
  from users as u
  where u.manager_id = $1 and u.status <> 'deactivated' and ($2::text = '' or ${matchesName('$2::text', 'u')})
  order by u.first_name, u.id`,
);

/** How many days an answer to an edit is listed. */
const ANSWERED_DAYS = 14;
export const answeredSince = (now: Date) => new Date(now.getTime() - ANSWERED_DAYS * 86_400_000);

/** The manager's edits of reports' objectives that the owner has undone since then, as JSON. */
const answeredChangesSql = ({ manager, since }: Record<'manager' | 'since', string>) => `
  select json_build_object('objectiveId', o.id, 'changeId', c.id, 'ownerId', o.owner_id, 'owner', ${personJson('u')},
    'title', o.title, 'respondedAt', c.responded_at)
  from users as u
  join objectives as o on o.owner_id = u.id and o.state = 'active' and o.visibility = 'manager'
  join objective_changes as c on c.objective_id = o.id
  where u.manager_id = ${manager} and c.actor_id = ${manager} and c.response = 'restored'
    and c.responded_at >= ${since}
  order by c.responded_at`;

export const answeredChanges = prepareRead<AnsweredChange, [managerId: number, since: string]>(
  'answered_changes',
  answeredChangesSql({ manager: '$1', since: '$2::timestamptz' }),
);

export interface HomeRow {
  objectives: (Pick<OpenObjective, 'id' | 'title' | 'state' | 'dueOn'> & {
    isAtRisk: boolean;
    createdAt: string;
    lastNoteAt: string | null;
    changes: { id: string; actorId: number; at: string; reason: string | null }[];
  })[];
  people: NamedPerson[];
  marks: NeedMark[];
  growth: GrowthFacts;
  checkIns: CheckInFacts;
  surveys: WaitingSurvey[];
  feedback: WaitingFeedback[];
  sessions: SessionFact[];
  readiness: ReadinessFacts | null;
  withoutProfile: number;
  answers: AnsweredChange[];
  joinRequests: JoinRequestFact[];
  launchRequests: LaunchRequestFact[];
  completions: RecentCompletion[];
  departures: RecentDeparture[];
  coacheeRequests: ConfirmationRequest[];
}

interface HomeTimes {
  monday: Date;
  growthSince: Date;
  recentSince: Date;
  answeredSince: Date;
  readableSince: Date;
  now: Date;
}

/** People whom the needs of the viewer's own programs and objectives can name. Facts about other people contain their names. */
const PEOPLE = `select ${personJson('u')} from users as u
  where u.id in (
    select unnest(array[e.coach_id, e.invited_by]) from enrolments as e where e.user_id = $1
    union all select me.manager_id from users as me where me.id = $1
    union all select b.reopened_by from enrolments as e join topic_completions as b on b.enrolment_id = e.id
      where e.user_id = $1
    union all select a.answered_by from enrolments as e join topic_confirmations as a on a.enrolment_id = e.id
      where e.user_id = $1
    union all select c.actor_id from objectives as o join objective_changes as c on c.objective_id = o.id
      where o.owner_id = $1)`;

/** Active objectives first, then drafts, then ended ones. Each group is sorted by due date. */
const OBJECTIVES = `select json_build_object('id', o.id, 'title', o.title, 'state', o.state, 'isAtRisk', o.is_at_risk,
    'dueOn', o.due_on, 'createdAt', o.created_at,
    'lastNoteAt', (select max(n.at) from objective_notes as n where n.objective_id = o.id),
    'changes', array(select json_build_object('id', c.id, 'actorId', c.actor_id, 'at', c.at, 'reason', c.reason)
      from objective_changes as c where c.objective_id = o.id and c.response = 'pending' order by c.at desc, c.id desc))
  from objectives as o where o.owner_id = $1
  order by case o.state when 'active' then 0 when 'draft' then 1 else 2 end, o.due_on, o.updated_at desc, o.id`;

const home = prepareRead<
  HomeRow,
  [
    userId: number,
    timeZone: string,
    isAdmin: boolean,
    monday: string,
    growthSince: string,
    recentSince: string,
    answeredSince: string,
    readableSince: string,
    limit: number,
    now: string,
  ]
>(
  'home',
  `select json_build_object(
    'objectives', array(${OBJECTIVES}),
    'people', array(${PEOPLE}),
    'marks', array(${needMarksOf('$1')}),
    'growth', ${growthFacts({ user: '$1', timeZone: '$2::text', since: '$5::timestamptz' })},
    'checkIns', ${checkInFacts({ user: '$1', since: '$4::timestamptz' })},
    'surveys', array(${waitingSurveys({ user: '$1', now: '$10::timestamptz' })}),
    'feedback', array(${waitingFeedback({ user: '$1', now: '$10::timestamptz' })}),
    'sessions', array(${sessionFacts({ user: '$1', now: '$10::timestamptz' })}),
    'readiness', ${readinessFacts({ user: '$1' })},
    'withoutProfile', case when $3::boolean
      then (select count(*) from users as u where ${isWithoutProfile('u')}) else 0 end,
    'answers', array(${answeredChangesSql({ manager: '$1', since: '$7::timestamptz' })}),
    'completions', array(${recentCompletions({ manager: '$1', since: '$6::timestamptz', limit: '$9::int' })}),
    'joinRequests', array(${joinRequestFacts({ user: '$1', isAdmin: '$3::boolean', limit: '$9::int' })}),
    'launchRequests', array(${launchRequestFacts({ user: '$1', isAdmin: '$3::boolean', limit: '$9::int' })}),
    'departures', array(${recentDepartures({ viewer: '$1', readableSince: '$8::timestamptz', since: '$6::timestamptz' })}),
    'coacheeRequests', array(${coacheeRequests('$1')}))`,
);

/** The contents of a person's home page except their programs and the progress of their reports. */
export const homeOf = (
  { userId, timeZone, isAdmin }: { userId: number; timeZone: string; isAdmin: boolean },
  times: HomeTimes,
  limit: number,
) =>
  home(
    userId,
    timeZone,
    isAdmin,
    times.monday.toISOString(),
    times.growthSince.toISOString(),
    times.recentSince.toISOString(),
    times.answeredSince.toISOString(),
    times.readableSince.toISOString(),
    limit,
    times.now.toISOString(),
  );
