import type { Need } from '#contract/home.ts';
import { fullName } from '#contract/people.ts';
import type { Participant } from '#contract/programs.ts';
import { isRunning, lastActiveAt, type Plan } from '../programs/index.ts';
import { dayInWords, daysBetween } from './words.ts';

export const QUIET_DAYS = 14;
const RECENT_DAYS = 7;

interface Circumstances {
  people: Map<number, Participant>;
  now: Date;
  timeZone: string;
}

/** What a manager can do for the people who report to them: notice what was done, ask where it went quiet. */
export const reportNeeds = (plans: Plan[], circumstances: Circumstances): Need[] => {
  const visible = plans.filter(({ isManagerVisible }) => isManagerVisible);
  return [
    ...visible.flatMap((plan) => completedTopics(plan, circumstances)),
    ...visible.flatMap((plan) => quiet(plan, circumstances)),
  ];
};

const pathOf = (plan: Plan) => `/program/${plan.programId}/sessions/${plan.userId}?show=topics`;

function completedTopics(plan: Plan, { people, now, timeZone }: Circumstances): Need[] {
  const person = people.get(plan.userId);
  const recent = plan.topics.flatMap((topic) =>
    topic.completedAt && daysBetween(topic.completedAt, now) < RECENT_DAYS
      ? [{ ...topic, completedAt: topic.completedAt }]
      : [],
  );
  if (!person) return [];
  return recent.map((topic) => ({
    key: `report_completed:${plan.enrolmentId}:${topic.topicId}`,
    kind: 'report_completed',
    group: 'today',
    title: `${fullName(person)} completed “${topic.title}”`,
    reason: `In ${plan.programName}, on ${dayInWords(topic.completedAt, timeZone)}. A word from you now is worth more than one next month.`,
    verb: 'Open',
    path: pathOf(plan),
  }));
}

/** Since when a running learner has done nothing; null when there is no cause to ask. */
export function quietSince(plan: Plan, now: Date): Date | null {
  if (!isRunning(plan)) return null;
  const last = lastActiveAt(plan) ?? plan.joinedAt;
  return daysBetween(last, now) >= QUIET_DAYS ? last : null;
}

function quiet(plan: Plan, { people, now, timeZone }: Circumstances): Need[] {
  const [person, since] = [people.get(plan.userId), quietSince(plan, now)];
  if (!person || !since) return [];
  return [
    {
      key: `report_quiet:${plan.enrolmentId}`,
      kind: 'report_quiet',
      group: 'week',
      title: `${fullName(person)} has been quiet for ${daysBetween(since, now)} days`,
      reason: `Nothing was recorded in ${plan.programName} since ${dayInWords(since, timeZone)}. Ask what is in the way; left alone, most do not come back.`,
      verb: 'Open',
      path: pathOf(plan),
    },
  ];
}
