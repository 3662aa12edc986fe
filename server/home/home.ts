import type { Home, Need } from '#contract/home.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import type { Viewer } from '../http/viewer.ts';
import { findParticipants, participantOf } from '../people/index.ts';
import { findPlans, lastActiveAt, nextStepOf, type Plan, summaryOf } from '../programs/index.ts';
import { countDoneSince, countWithoutProfile, findReports, hasPropensity } from './homeRepository.ts';
import { learnerNeeds } from './learnerNeeds.ts';
import { reportNeeds } from './reportNeeds.ts';
import { dayOf, plural } from './words.ts';

const RANK: Record<Need['group'], number> = { overdue: 0, today: 1, week: 2, waiting: 3 };

/** What needs the viewer now, in order: what is late, today, this week, what waits for others. */
export async function readHome(tx: TenantTransaction, viewer: Viewer, now: Date): Promise<Home> {
  const own = await findPlans(tx, { userIds: [viewer.userId] });
  const reports = await findReports(tx, viewer);
  const ofReports = await findPlans(tx, { userIds: reports.map(({ id }) => id) });
  const { timeZone } = viewer;

  const needs = [
    ...learnerNeeds(own, {
      people: await findParticipants(
        tx,
        own.flatMap(({ coachId, managerId }) => [coachId, managerId]),
      ),
      now,
      timeZone,
    }),
    ...((await hasPropensity(tx, viewer)) ? [] : [propensityNeed]),
    ...reportNeeds(ofReports, {
      people: new Map(reports.map((report) => [report.id, participantOf(report)])),
      now,
      timeZone,
    }),
    ...(viewer.isAdmin ? withoutProfileNeed(await countWithoutProfile(tx)) : []),
  ];
  const running = own.filter((plan) => nextStepOf(plan));
  const latest = running.reduce<Plan | null>(
    (best, plan) => (best && activity(best) >= activity(plan) ? best : plan),
    null,
  );
  return {
    needs: needs.sort((a, b) => RANK[a.group] - RANK[b.group]),
    doneThisWeek: await countDoneSince(tx, viewer, mondayOf(now, timeZone)),
    continue: latest && summaryOf(latest),
  };
}

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
