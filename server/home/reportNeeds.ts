import type { Need } from '#contract/home.ts';
import { topicTarget } from '#contract/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import type { Participant } from '#contract/programs.ts';
import { daysBetween, formatDay, plural } from '#server/formats.ts';
import {
  AUTO_CONFIRM_DAYS,
  type Departure,
  type EnrolmentActivity,
  type RecentCompletion,
} from '#server/programs/index.ts';

const INACTIVE_DAYS = 14;
export const RECENT_DAYS = 7;

interface NeedContext {
  people: ReadonlyMap<number, Participant>;
  now: Date;
  timeZone: string;
}

/** The topics of a learner, at one of them if it is given. */
export function learnerPath(
  { programId, userId }: { programId: string; userId: number },
  topicId?: string,
): string {
  const path = `/program/${programId}/sessions/${userId}?show=topics`;
  return topicId === undefined ? path : `${path}#${topicTarget(topicId)}`;
}

/** Topics that the viewer is asked to confirm, the oldest request first. */
export const confirmationNeeds = (
  summaries: EnrolmentActivity[],
  { people, now, timeZone }: NeedContext,
): Need[] =>
  summaries
    .flatMap((summary) => summary.asked.map((asked) => ({ summary, ...asked })))
    .sort((a, b) => a.askedAt.localeCompare(b.askedAt))
    .flatMap(({ summary, topicId, title, askedAt }): Need[] => {
      const person = people.get(summary.userId);
      if (!person) return [];
      const asked = new Date(askedAt);
      const left = Math.max(0, AUTO_CONFIRM_DAYS - daysBetween(asked, now));
      const request = `Requested on ${formatDay(asked, timeZone)} in ${summary.programName}.`;
      return [
        {
          key: `confirm_topic:${summary.enrolmentId}:${topicId}`,
          kind: 'confirm_topic',
          group: 'today',
          title: `Confirm that ${fullName(person)} completed “${title}”`,
          reason: plural(
            left,
            `${request} It will be confirmed automatically in 1 day.`,
            `${request} It will be confirmed automatically in ${left} days.`,
          ),
          verb: 'Review topic',
          path: learnerPath(summary, topicId),
        },
      ];
    });

/** Topics that the viewer's reports completed in the last days. */
export const completionNeeds = (completions: RecentCompletion[], { people, timeZone }: NeedContext): Need[] =>
  completions.flatMap(
    ({ enrolmentId, userId, programId, programName, topicId, title, completedAt }): Need[] => {
      const person = people.get(userId);
      if (!person) return [];
      return [
        {
          key: `report_completed:${enrolmentId}:${topicId}`,
          kind: 'report_completed',
          group: 'today',
          title: `${fullName(person)} completed “${title}”`,
          reason: `Completed in ${programName} on ${formatDay(new Date(completedAt), timeZone)}. Prompt recognition helps them keep going.`,
          verb: 'View progress',
          path: learnerPath({ programId, userId }, topicId),
        },
      ];
    },
  );

/** People who left a program in the last days, with the reason that they gave to their manager and coach. */
export const departureNeeds = (departures: Departure[], { people, timeZone }: NeedContext): Need[] =>
  departures.flatMap((departure): Need[] => {
    const person = people.get(departure.userId);
    if (!person) return [];
    return [
      {
        key: `report_left:${departure.enrolmentId}`,
        kind: 'report_left',
        group: 'week',
        title: `${fullName(person)} left ${departure.programName}`,
        reason: `Left on ${formatDay(departure.leftAt, timeZone)}. Reason: “${departure.reason}”`,
        verb: 'View progress',
        path: learnerPath(departure),
      },
    ];
  });

/** The last activity of an inactive learner; null for a learner who is active or not enrolled. */
export function inactiveSince(
  { enrolment, lastActiveAt, joinedAt }: EnrolmentActivity,
  now: Date,
): Date | null {
  if (enrolment !== 'active' && enrolment !== 'ready_to_finish') return null;
  const last = new Date(lastActiveAt ?? joinedAt);
  return daysBetween(last, now) >= INACTIVE_DAYS ? last : null;
}

/** Inactive reports, the longest inactivity first. */
export const inactivityNeeds = (
  summaries: EnrolmentActivity[],
  { people, now, timeZone }: NeedContext,
): Need[] =>
  summaries
    .flatMap((summary) => {
      const since = inactiveSince(summary, now);
      return since ? [{ summary, since }] : [];
    })
    .sort((a, b) => a.since.getTime() - b.since.getTime())
    .flatMap(({ summary, since }): Need[] => {
      const person = people.get(summary.userId);
      if (!person) return [];
      return [
        {
          key: `report_quiet:${summary.enrolmentId}`,
          kind: 'report_quiet',
          group: 'week',
          title: `${fullName(person)} has been inactive for ${daysBetween(since, now)} days`,
          reason: `No activity in ${summary.programName} since ${formatDay(since, timeZone)}. Ask whether they need support.`,
          verb: 'View progress',
          path: learnerPath(summary),
        },
      ];
    });
