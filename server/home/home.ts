import type { Pool } from 'pg';
import type { Home, Need } from '#contract/home.ts';
import type { Participant } from '#contract/people.ts';
import { readPrepared } from '#server/db/preparedReads.ts';
import { dayOf, plural, type Region } from '#server/formats.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  findLastActivity,
  nextStepOf,
  ownPlans,
  type Plan,
  presentProgramSummary,
  reportSummaries,
  toPlan,
} from '#server/learning/programs/index.ts';
import { FORMER_READS_MS, participantOf } from '#server/people/index.ts';
import { checkInNeeds } from './checkInNeeds.ts';
import { growthOf, growthSince } from './growth.ts';
import { answeredSince, type HomeRow, homeOf } from './homeRepository.ts';
import { learnerNeeds } from './learnerNeeds.ts';
import { applyMarks, MAX_PER_KIND, type PlainNeed } from './needs.ts';
import { answeredNeeds, objectiveNeeds } from './objectiveNeeds.ts';
import { joinRequestNeeds, launchRequestNeeds } from './programNeeds.ts';
import { readinessNeeds } from './readinessNeeds.ts';
import {
  completionNeeds,
  confirmationNeeds,
  departureNeeds,
  inactivityNeeds,
  RECENT_DAYS,
  type ReportSummary,
  remainingNeeds,
} from './reportNeeds.ts';
import { sessionNeeds } from './sessionNeeds.ts';
import { feedbackNeeds, surveyNeeds } from './surveyNeeds.ts';
import { findReasons } from './teamReasons.ts';

const RANK: Record<Need['group'], number> = { overdue: 0, today: 1, week: 2, waiting: 3 };
const DAY_MS = 86_400_000;

/** The viewer's needs in order, their growth, and the program to continue with. */
export async function readHome(pool: Pool, viewer: Viewer, now: Date): Promise<Home> {
  const monday = mondayOf(now, viewer.timeZone);
  const times = {
    monday,
    growthSince: growthSince(monday),
    recentSince: new Date(now.getTime() - RECENT_DAYS * DAY_MS),
    answeredSince: answeredSince(now),
    readableSince: new Date(now.getTime() - FORMER_READS_MS),
    now,
  };
  const [planRows, summaries, [home]] = await readPrepared(pool, viewer.tenantId, [
    ownPlans(viewer.userId),
    reportSummaries(viewer.userId),
    homeOf(viewer, times, MAX_PER_KIND),
  ]);
  if (!home) throw new Error('The query of the home page returned no row');
  const plans = planRows.map(toPlan);
  const running = plans.filter((plan) => nextStepOf(plan));
  const latest = running.reduce<Plan | null>(
    (best, plan) => (best && lastActivityTime(best) >= lastActivityTime(plan) ? best : plan),
    null,
  );
  const reports = summaries.map((summary) => ({ ...summary, reasons: findReasons(summary, now, viewer) }));
  const needs = needsOf({ plans, reports, home, userId: viewer.userId }, now, viewer);
  const { shown, snoozed } = applyMarks(needs, home.marks, dayOf(now, viewer));
  const growth = growthOf(home.growth, home.objectives, monday);
  return {
    needs: shown,
    snoozed,
    team: reports.length === 0 ? null : { needing: countNeeding(reports, home) },
    continue: latest && presentProgramSummary(latest),
    finished: lastFinished(plans, times.recentSince),
    growth,
  };
}

interface NeedRows {
  plans: Plan[];
  reports: ReportSummary[];
  home: HomeRow;
  userId: number;
}

/** The needs in order: overdue, today, this week, waiting for other people. */
function needsOf({ plans, reports, home, userId }: NeedRows, now: Date, region: Region): PlainNeed[] {
  const people = new Map(home.people.map((row): [number, Participant] => [row.id, participantOf(row)]));
  const context = { people, now, region };
  const objectives = home.objectives.map(({ createdAt, lastNoteAt, changes, ...objective }) => ({
    ...objective,
    createdAt: new Date(createdAt),
    notes: lastNoteAt === null ? [] : [{ at: new Date(lastNoteAt) }],
    changes: changes.map((change) => ({ ...change, at: new Date(change.at) })),
  }));
  const requests = [
    ...reports.flatMap(({ asked, ...summary }) =>
      asked.map((topic) => ({ ...summary, ...topic, relation: 'manager' as const })),
    ),
    ...home.coacheeRequests.map((request) => ({ ...request, relation: 'coach' as const })),
  ];
  const needs = [
    ...learnerNeeds(plans, context),
    ...objectiveNeeds(objectives, context),
    ...unique(confirmationNeeds(requests, context)),
    ...answeredNeeds(home.answers, region),
    ...joinRequestNeeds(home.joinRequests, region),
    ...launchRequestNeeds(home.launchRequests, region),
    ...completionNeeds(home.completions, context),
    ...departureNeeds(home.departures, context),
    ...inactivityNeeds(reports, context),
    ...remainingNeeds(reports, context),
    ...sessionNeeds(home.sessions, userId, context),
    ...surveyNeeds(home.surveys, context),
    ...feedbackNeeds(home.feedback),
    ...(home.readiness ? checkInNeeds(home.checkIns, context) : []),
    ...withoutProfileNeed(home.withoutProfile),
    ...readinessNeeds(home.readiness, context),
  ];
  return needs.sort((a, b) => RANK[a.group] - RANK[b.group]);
}

/** Its summary stays available after the last topic is completed. */
function lastFinished(plans: readonly Plan[], since: Date): Home['finished'] {
  const [last] = plans
    .flatMap((plan) =>
      plan.enrolment === 'completed' && plan.finishedAt ? [{ ...plan, at: plan.finishedAt }] : [],
    )
    .filter(({ at }) => at >= since)
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  return last ? { programId: last.programId, programName: last.programName } : null;
}

/** How many direct reports need attention, as the team page counts them. */
function countNeeding(reports: ReportSummary[], { answers }: HomeRow) {
  const needing = reports.filter(({ reasons }) => reasons.length > 0);
  return new Set([...needing.map(({ userId }) => userId), ...answers.map(({ ownerId }) => ownerId)]).size;
}

/** A viewer who is both manager and coach of a person gets one need, not two. */
const unique = (needs: PlainNeed[]) => [...new Map(needs.map((need) => [need.key, need])).values()];

const lastActivityTime = (plan: Plan) => (findLastActivity(plan) ?? plan.joinedAt).getTime();

/**
 * Midnight UTC of this week's Monday in the viewer's time zone. The error of a few hours does not matter for a count.
 */
export function mondayOf(now: Date, timeZone: string): Date {
  const today = new Date(`${dayOf(now, { timeZone })}T00:00:00Z`);
  today.setUTCDate(today.getUTCDate() - ((today.getUTCDay() + 6) % 7));
  return today;
}

const withoutProfileNeed = (people: number): PlainNeed[] =>
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
          verb: 'View people',
          path: '/admin/people?status=without-profile',
        },
      ];
