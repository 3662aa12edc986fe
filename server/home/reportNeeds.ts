import { fullName } from '#contract/people.ts';
import { dayOf, daysBetween, formatDay, plural, type Region } from '#server/formats.ts';
import {
  AUTO_CONFIRM_DAYS,
  type ConfirmationRequest,
  congratulationKey,
  type ProgressSummary,
  type RecentCompletion,
  type RecentDeparture,
} from '#server/learning/programs/index.ts';
import { participantOf } from '#server/people/index.ts';
import { type PlainNeed, requestedAt } from './needs.ts';
import {
  INACTIVE_DAYS,
  inactiveSince,
  learnerPath,
  messagePath,
  type Reason,
  verbOf,
} from './teamReasons.ts';

export const RECENT_DAYS = 7;

/** An enrolment of a report with the reasons why the report needs attention in it. */
export interface ReportSummary extends ProgressSummary {
  reasons: Reason[];
}

interface NeedContext {
  now: Date;
  region: Region;
}

/** Topics that the viewer is asked to confirm, oldest request first. */
export const confirmationNeeds = (
  requests: (ConfirmationRequest & Pick<PlainNeed, 'relation'>)[],
  { now, region }: NeedContext,
): PlainNeed[] =>
  requests
    .toSorted((a, b) => a.askedAt.localeCompare(b.askedAt))
    .map((request) => {
      const { enrolmentId, programId, userId, topicId } = request;
      const asked = new Date(request.askedAt);
      const left = Math.max(0, AUTO_CONFIRM_DAYS - daysBetween(asked, now, region));
      const requested = `Requested on ${formatDay(asked, region)} in ${request.programName}.`;
      return {
        key: `confirm_topic:${enrolmentId}:${topicId}:${requestedAt(request.askedAt)}`,
        kind: 'confirm_topic',
        group: 'today',
        title: `Confirm that ${fullName(request.person)} completed “${request.title}”`,
        reason:
          left === 0
            ? `${requested} It will be confirmed automatically today.`
            : plural(
                left,
                `${requested} It will be confirmed automatically in 1 day.`,
                `${requested} It will be confirmed automatically in ${left} days.`,
              ),
        verb: verbOf('confirm'),
        path: learnerPath(request, topicId),
        relation: request.relation,
        action: { kind: 'confirm_topic', programId, userId, topicId },
      };
    });

/** Topics that the viewer's reports completed in recent days. */
export const completionNeeds = (completions: RecentCompletion[], { region }: NeedContext): PlainNeed[] =>
  completions.map(({ enrolmentId, userId, person, programId, programName, topicId, title, completedAt }) => ({
    key: congratulationKey(enrolmentId, topicId),
    kind: 'report_completed',
    group: 'today',
    title: `${fullName(person)} completed “${title}”`,
    reason: `Completed in ${programName} on ${formatDay(new Date(completedAt), region)}. Prompt recognition helps them keep going.`,
    verb: 'Congratulate',
    path: learnerPath({ programId, userId }, topicId),
    row: {
      person: participantOf(person),
      item: `“${title}”`,
      text: (items) => `Well done on completing ${items}, ${person.firstName}. What helped you most?`,
      many: (name, count, items) => ({
        title: `${name} completed ${count} topics`,
        reason: `${items}. Prompt recognition helps them keep going.`,
      }),
    },
  }));

/** People who left a program in recent days, with the reason that they gave to their manager and coach. */
export const departureNeeds = (departures: RecentDeparture[], { region }: NeedContext): PlainNeed[] =>
  departures.map((departure) => ({
    key: `report_left:${departure.enrolmentId}`,
    kind: 'report_left',
    group: 'week',
    title: `${fullName(departure.person)} left ${departure.programName}`,
    reason: `Left on ${formatDay(new Date(departure.leftAt), region)}. Reason: “${departure.reason}”`,
    verb: 'View progress',
    path: learnerPath(departure),
    relation: departure.relation,
  }));

const askText = (firstName: string, programs: string) =>
  `Hi ${firstName}, how are things going in ${programs}? Can I support you?`;

/** Inactive reports, the longest inactivity first. */
export const inactivityNeeds = (summaries: ProgressSummary[], { now, region }: NeedContext): PlainNeed[] =>
  summaries
    .flatMap((summary) => {
      const since = inactiveSince(summary, now, region);
      return since ? [{ summary, since }] : [];
    })
    .sort((a, b) => a.since.getTime() - b.since.getTime())
    .map(({ summary, since }) => ({
      key: `report_quiet:${summary.enrolmentId}:${dayOf(since, region)}`,
      kind: 'report_quiet',
      group: 'week',
      title: `${fullName(summary.person)} has been inactive for ${daysBetween(since, now, region)} days`,
      reason: `No activity in ${summary.programName} since ${formatDay(since, region)}. Ask whether they need support.`,
      verb: verbOf('quiet'),
      path: messagePath(summary),
      row: {
        person: participantOf(summary.person),
        item: summary.programName,
        text: (items) => askText(summary.person.firstName, items),
        many: (name, count, items) => ({
          title: `${name} has been inactive in ${count} programs`,
          reason: `No activity in ${items} for at least ${INACTIVE_DAYS} days. Ask whether they need support.`,
        }),
      },
    }));

const REMAINING = ['overdue', 'ready', 'choosing', 'invited'] as const;
const remainingTitles: Record<
  (typeof REMAINING)[number],
  (name: string, where: string, topics: number) => string
> = {
  overdue: (name, where) => `${name} is overdue in ${where}`,
  ready: (name, where, topics) => `${name} can complete ${topics === 1 ? 'a topic' : 'topics'} in ${where}`,
  choosing: (name, where) => `${name} has not selected topics in ${where}`,
  invited: (name, where) => `${name} has not responded to the invitation to ${where}`,
};

/** Details that are not in the title. */
const remainingReason = (
  kind: (typeof REMAINING)[number],
  text: string,
  { joinedAt, ready }: ProgressSummary,
  region: Region,
) => {
  if (kind === 'ready')
    return plural(ready, 'All steps of the topic are done.', `All steps of ${ready} topics are done.`);
  if (kind === 'choosing') return 'Ask whether they need help choosing.';
  if (kind === 'invited')
    return `Invited on ${formatDay(new Date(joinedAt), region)}. Ask whether they have questions.`;
  return text;
};

/** The part of the key that is new when the reason arises again, so that a need marked as done does not hide it. */
const occasionOf = (kind: (typeof REMAINING)[number], { dueOn, readySet }: ProgressSummary) =>
  kind === 'overdue' ? dueOn : kind === 'ready' ? readySet : 0;

/** Reasons that the team page shows and no other need covers, so that home never shows less than the team page. */
export const remainingNeeds = (reports: ReportSummary[], { region }: NeedContext): PlainNeed[] =>
  REMAINING.flatMap((kind) =>
    reports.flatMap((summary): PlainNeed[] => {
      const { person, programName, reasons } = summary;
      const reason = reasons.find((one) => one.kind === kind);
      if (!reason) return [];
      return [
        {
          key: `report_${kind}:${summary.enrolmentId}:${occasionOf(kind, summary)}`,
          kind: `report_${kind}`,
          group: 'week',
          title: remainingTitles[kind](fullName(person), programName, summary.ready),
          reason: remainingReason(kind, reason.text, summary, region),
          verb: reason.verb,
          path: reason.path,
          row: {
            person: participantOf(person),
            item: programName,
            text: (items) => askText(person.firstName, items),
            many: (name, count, items) => ({
              title: remainingTitles[kind](name, `${count} programs`, count),
              reason: `${items}.`,
            }),
          },
        },
      ];
    }),
  );
