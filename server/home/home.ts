import type { Home, Need } from '#contract/home.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import type { Viewer } from '../http/viewer.ts';
import { findObjectivesOf } from '../objectives/index.ts';
import { findParticipants } from '../people/index.ts';
import {
  findPlans,
  findRecentCompletions,
  findStandings,
  lastActiveAt,
  nextStepOf,
  type Plan,
  summaryOf,
} from '../programs/index.ts';
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
import { completionNeeds, confirmationNeeds, quietNeeds, RECENT_DAYS } from './reportNeeds.ts';
import { dayOf, plural } from './words.ts';

const RANK: Record<Need['group'], number> = { overdue: 0, today: 1, week: 2, waiting: 3 };
/** Of what is the same for many reports only so much stands here; the team's page has it all. */
const MOST_OF_A_KIND = 20;
const DAY_MS = 86_400_000;

/** What needs the viewer now, in order: what is late, today, this week, what waits for others. */
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
    (best, plan) => (best && activity(best) >= activity(plan) ? best : plan),
    null,
  );
  return {
    needs,
    doneThisWeek,
    continue: latest && summaryOf(latest),
    growth,
  };
}

/** The one list: home shows it, and whatever reminds of something takes it from here. */
export async function readNeeds(
  tx: TenantTransaction,
  viewer: Viewer,
  plans: Promise<Plan[]>,
  now: Date,
): Promise<Need[]> {
  const [own, objectives, others, isReady, withoutProfile] = await Promise.all([
    plans,
    findObjectivesOf(tx, viewer.userId),
    findOthers(tx, viewer, now),
    hasPropensity(tx, viewer),
    viewer.isAdmin ? countWithoutProfile(tx) : 0,
  ]);
  const { reports, coached, completions, answers } = others;
  const people = await findParticipants(tx, [
    ...own.flatMap(({ coachId, managerId, invitedBy }) => [coachId, managerId, invitedBy]),
    ...objectives.flatMap(({ changes }) => changes.map(({ actorId }) => actorId)),
    ...[...reports, ...coached, ...completions].map(({ userId }) => userId),
    ...answers.map(({ ownerId }) => ownerId),
  ]);
  const circumstances = { people, now, timeZone: viewer.timeZone };
  const needs = [
    ...learnerNeeds(own, circumstances),
    ...(isReady ? [] : [propensityNeed]),
    ...objectiveNeeds(objectives, circumstances),
    ...unique(confirmationNeeds([...reports, ...coached], circumstances)).slice(0, MOST_OF_A_KIND),
    ...answeredNeeds(answers, circumstances),
    ...completionNeeds(completions, circumstances),
    ...quietNeeds(reports, circumstances).slice(0, MOST_OF_A_KIND),
    ...withoutProfileNeed(withoutProfile),
  ];
  return needs.sort((a, b) => RANK[a.group] - RANK[b.group]);
}

/** What others have done, or wait for. Most people have no reports and coach nobody: nothing more is asked for them. */
async function findOthers(tx: TenantTransaction, viewer: Viewer, now: Date) {
  const { hasReports, isCoach } = await findRelations(tx, viewer);
  const lately = new Date(now.getTime() - RECENT_DAYS * DAY_MS);
  const [reports, coached, completions, answers] = await Promise.all([
    hasReports ? findStandings(tx, viewer.userId, 'manager') : [],
    isCoach ? findStandings(tx, viewer.userId, 'coach') : [],
    hasReports ? findRecentCompletions(tx, viewer.userId, lately, MOST_OF_A_KIND) : [],
    hasReports ? findAnsweredChanges(tx, viewer, now) : [],
  ]);
  return { reports, coached, completions, answers };
}

/** Who is manager and coach of one person sees one need. */
const unique = (needs: Need[]) => [...new Map(needs.map((need) => [need.key, need])).values()];

const activity = (plan: Plan) => (lastActiveAt(plan) ?? plan.joinedAt).getTime();

/** Midnight (UTC) of this week's Monday in the viewer's zone; a few hours off at its edge, which a count can bear. */
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
    'Thirteen short statements, about three minutes. The result is yours; it helps you to choose where to begin.',
  verb: 'Answer',
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
          title: `${plural(people, 'person has', 'people have')} not filled in their profile`,
          reason:
            'They have an account and have not got past their first screen. They may need a hand, or a reminder.',
          verb: 'See rollout',
          path: '/admin/home',
        },
      ];
