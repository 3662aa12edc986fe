import type { TeamMember } from '#contract/home.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import type { Viewer } from '../http/viewer.ts';
import { participantOf } from '../people/index.ts';
import { findPlans, lastActiveAt, type Plan, progressOf, topicStateOf } from '../programs/index.ts';
import { findReports } from './homeRepository.ts';
import { quietSince } from './reportNeeds.ts';
import { dayInWords, dayOf, daysBetween, dueInWords, plural } from './words.ts';

/** The people who report to the viewer, those who need something first. */
export async function readTeam(tx: TenantTransaction, viewer: Viewer, now: Date): Promise<TeamMember[]> {
  const reports = await findReports(tx, viewer);
  const plans = await findPlans(tx, { userIds: reports.map(({ id }) => id) });
  const plansOf = Map.groupBy(
    plans.filter(({ isManagerVisible }) => isManagerVisible),
    ({ userId }) => userId,
  );
  const members = reports.map((report): TeamMember => {
    const own = plansOf.get(report.id) ?? [];
    return {
      ...participantOf(report),
      title: report.title,
      reason:
        own.map((plan) => reasonFor(plan, now, viewer.timeZone)).find((reason) => reason !== null) ?? null,
      programs: own.map((plan) => ({
        programId: plan.programId,
        programName: plan.programName,
        progress: progressOf(plan.topics),
        lastActiveAt: lastActiveAt(plan)?.toISOString() ?? null,
      })),
    };
  });
  return members.sort((a, b) => Number(a.reason === null) - Number(b.reason === null));
}

/** Why this person is at the top: late, quiet, without topics, or with a topic that waits for one last press. */
function reasonFor(plan: Plan, now: Date, timeZone: string): string | null {
  if (plan.enrolment === 'completed') return null;
  if (plan.dueOn !== null && plan.dueOn < dayOf(now, timeZone) && plan.enrolment === 'active')
    return `${plan.programName} was due ${dueInWords(plan.dueOn)}.`;
  const since = quietSince(plan, now);
  if (since)
    return `Nothing in ${plan.programName} since ${dayInWords(since, timeZone)}, ${daysBetween(since, now)} days.`;
  if (plan.enrolment === 'choosing') return `Has not chosen topics in ${plan.programName} yet.`;
  const ready = plan.topics.filter((topic) => topicStateOf(topic) === 'ready').length;
  return ready > 0
    ? `${plural(ready, 'topic is', 'topics are')} ready to complete in ${plan.programName}.`
    : null;
}
