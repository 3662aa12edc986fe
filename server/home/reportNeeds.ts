import type { Need } from '#contract/home.ts';
import { fullName } from '#contract/people.ts';
import type { Participant } from '#contract/programs.ts';
import type { RecentCompletion, ReportStanding } from '../programs/index.ts';
import { dayInWords, daysBetween, plural } from './words.ts';

export const QUIET_DAYS = 14;
export const RECENT_DAYS = 7;

interface Circumstances {
  people: ReadonlyMap<number, Participant>;
  now: Date;
  timeZone: string;
}

export const learnerPath = ({ programId, userId }: { programId: string; userId: number }) =>
  `/program/${programId}/sessions/${userId}?show=topics`;

/** What a manager or coach is asked to confirm; whoever waits longest stands first. */
export const confirmationNeeds = (
  standings: ReportStanding[],
  { people, now, timeZone }: Circumstances,
): Need[] =>
  standings
    .flatMap((standing) => standing.asked.map((asked) => ({ standing, ...asked })))
    .sort((a, b) => a.askedAt.localeCompare(b.askedAt))
    .flatMap(({ standing, topicId, title, askedAt }): Need[] => {
      const person = people.get(standing.userId);
      if (!person) return [];
      const asked = new Date(askedAt);
      const left = Math.max(0, 7 - daysBetween(asked, now));
      return [
        {
          key: `confirm_topic:${standing.enrolmentId}:${topicId}`,
          kind: 'confirm_topic',
          group: 'today',
          title: `Confirm that ${fullName(person)} completed “${title}”`,
          reason: `Asked on ${dayInWords(asked, timeZone)}, in ${standing.programName}. Without an answer it is accepted in ${plural(left, 'day')}.`,
          verb: 'Look',
          path: learnerPath(standing),
        },
      ];
    });

/** What the people who report to the viewer did lately: worth a word. */
export const completionNeeds = (
  completions: RecentCompletion[],
  { people, timeZone }: Circumstances,
): Need[] =>
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
          reason: `In ${programName}, on ${dayInWords(completedAt, timeZone)}. A word from you now is worth more than one next month.`,
          verb: 'Open',
          path: learnerPath({ programId, userId }),
        },
      ];
    },
  );

/** Since when a running learner has done nothing; null when there is no cause to ask. */
export function quietSince({ enrolment, lastActiveAt, joinedAt }: ReportStanding, now: Date): Date | null {
  if (enrolment !== 'active' && enrolment !== 'ready_to_finish') return null;
  const last = lastActiveAt ?? joinedAt;
  return daysBetween(last, now) >= QUIET_DAYS ? last : null;
}

/** Where it went quiet, the longest first. */
export const quietNeeds = (standings: ReportStanding[], { people, now, timeZone }: Circumstances): Need[] =>
  standings
    .flatMap((standing) => {
      const since = quietSince(standing, now);
      return since ? [{ standing, since }] : [];
    })
    .sort((a, b) => a.since.getTime() - b.since.getTime())
    .flatMap(({ standing, since }): Need[] => {
      const person = people.get(standing.userId);
      if (!person) return [];
      return [
        {
          key: `report_quiet:${standing.enrolmentId}`,
          kind: 'report_quiet',
          group: 'week',
          title: `${fullName(person)} has been quiet for ${daysBetween(since, now)} days`,
          reason: `Nothing was recorded in ${standing.programName} since ${dayInWords(since, timeZone)}. Ask what is in the way; left alone, most do not come back.`,
          verb: 'Open',
          path: learnerPath(standing),
        },
      ];
    });
