import type { Home, Need } from '#contract/home.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf, plural } from '#server/formats.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findObjectivesOf } from '#server/objectives/index.ts';
import { findParticipants } from '#server/people/index.ts';
import {
  findDepartures,
  findLastActivity,
  findPlans,
  findProgressSummaries,
  findRecentCompletions,
  nextStepOf,
  type Plan,
  presentProgramSummary,
} from '#server/programs/index.ts';
import { readGrowth } from './growth.ts';
import {
  countDoneSince,
  countWithoutProfile,
  findAnsweredChanges,
  findRelations,
  hasPropensity,
} from './homeRepository.ts';
import { learnerNeeds } from './learnerNeeds.ts';
import { answeredNeeds, objectiveNeeds } from './objectiveNeeds.ts';
import {
  completionNeeds,
  confirmationNeeds,
  departureNeeds,
  inactivityNeeds,
  RECENT_DAYS,
} from './reportNeeds.ts';

const RANK: Record<Need['group'], number> = { overdue: 0, today: 1, week: 2, waiting: 3 };
/** Maximum number of needs of one kind about reports. The team page lists all of them. */
const MAX_PER_KIND = 20;
const DAY_MS = 86_400_000;

/** The needs of the viewer in order: overdue, today, this week, waiting for others. */
export async function readHome(tx: TenantTransaction, viewer: Viewer, now: Date): Promise<Home> {
  const monday = mondayOf(now, viewer.timeZone);
  const own = findPlans(tx, { userIds: [viewer.userId], isOutline: true });
  const [plans, needs, doneThisWeek, growth] = await Promise.all([
    own,
    readNeeds(tx, viewer, own, now),
    countDoneSince(tx, viewer, monday),
    readGrowth(tx, viewer, monday),
  ]);
  const running = plans.filter((plan) => nextStepOf(plan));
  const latest = running.reduce<Plan | null>(
    (best, plan) => (best && lastActivityTime(best) >= lastActivityTime(plan) ? best : plan),
    null,
  );
  return {
    needs,
    doneThisWeek,
    continue: latest && presentProgramSummary(latest),
    growth,
  };
}

/** The needs of the viewer. Home shows them; reminders should use the same list. */
export async function readNeeds(
  tx: TenantTransaction,
  viewer: Viewer,
  plans: Promise<Plan[]>,
  now: Date,
): Promise<Need[]> {
  const [own, objectives, activity, hasResult, withoutProfile] = await Promise.all([
    plans,
    findObjectivesOf(tx, viewer.userId),
    findReportActivity(tx, viewer, now),
    hasPropensity(tx, viewer),
    viewer.isAdmin ? countWithoutProfile(tx) : 0,
  ]);
  const { reports, coached, completions, departures, answers } = activity;
  const people = await findParticipants(tx, [
    ...own.flatMap(({ coachId, managerId, invitedBy, topics }) => [
      coachId,
      managerId,
      invitedBy,
      ...topics.map(({ reopened }) => reopened?.by ?? null),
    ]),
    ...objectives.flatMap(({ changes }) => changes.map(({ actorId }) => actorId)),
    ...[...reports, ...coached, ...completions, ...departures].map(({ userId }) => userId),
    ...answers.map(({ ownerId }) => ownerId),
  ]);
  const context = { people, now, timeZone: viewer.timeZone };
  const needs = [
    ...learnerNeeds(own, context),
    ...(hasResult ? [] : [propensityNeed]),
    ...objectiveNeeds(objectives, context),
    ...unique(confirmationNeeds([...reports, ...coached], context)).slice(0, MAX_PER_KIND),
    ...answeredNeeds(answers, context),
    ...completionNeeds(completions, context),
    ...departureNeeds(departures, context).slice(0, MAX_PER_KIND),
    ...inactivityNeeds(reports, context).slice(0, MAX_PER_KIND),
    ...withoutProfileNeed(withoutProfile),
  ];
  return needs.sort((a, b) => RANK[a.group] - RANK[b.group]);
}

/** Activity of the viewer's reports and coachees. Skips the queries for people who have neither. */
async function findReportActivity(tx: TenantTransaction, viewer: Viewer, now: Date) {
  const { hasReports, isCoach, confirms } = await findRelations(tx, viewer);
  const since = new Date(now.getTime() - RECENT_DAYS * DAY_MS);
  const [reports, coached, completions, departures, answers] = await Promise.all([
    hasReports ? findProgressSummaries(tx, viewer.userId, 'manager') : [],
    confirms ? findProgressSummaries(tx, viewer.userId, 'coach') : [],
    hasReports ? findRecentCompletions(tx, viewer.userId, since, MAX_PER_KIND) : [],
    hasReports || isCoach ? findDepartures(tx, { viewerId: viewer.userId, since }, now) : [],
    hasReports ? findAnsweredChanges(tx, viewer, now) : [],
  ]);
  return { reports, coached, completions, departures, answers };
}

/** A viewer who is both manager and coach of a person gets one need, not two. */
const unique = (needs: Need[]) => [...new Map(needs.map((need) => [need.key, need])).values()];

const lastActivityTime = (plan: Plan) => (findLastActivity(plan) ?? plan.joinedAt).getTime();

/** Midnight UTC of this week's Monday in the viewer's time zone. A few hours off at the edge, which is fine for a count. */
export function mondayOf(now: Date, timeZone: string): Date {
  const today = new Date(`${dayOf(now, timeZone)}T00:00:00Z`);
  today.setUTCDate(today.getUTCDate() - ((today.getUTCDay() + 6) % 7));
  return today;
}

const propensityNeed: Need = {
  key: 'propensity',
  kind: 'propensity',
  group: 'today',
  title: 'Answer the readiness questions',
  reason:
    '13 short statements, about 3 minutes. Only you see the result. It helps you choose where to start.',
  verb: 'Answer questions',
  path: '/survey/propensity',
};

const withoutProfileNeed = (people: number): Need[] =>
  people === 0
    ? []
    : [
        {
          key: 'people_without_profile',
          kind: 'people_without_profile',
          group: 'week',
          title: plural(
            people,
            '1 person has not completed their profile',
            `${people} people have not completed their profiles`,
          ),
          reason:
            'They have an account but have not saved their profile yet. They may need help or a reminder.',
          verb: 'View overview',
          path: '/admin/home',
        },
      ];
