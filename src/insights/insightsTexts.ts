import type { InsightPeopleFilter } from '#contract/insights/insights.ts';
import type { Measure, Outcome, Pace, Stage, StallReason } from '#contract/insights/measures.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';

/** The day of the figures. Days of figures end in UTC for everyone, so the viewer's time zone does not change it. */
export const dayOfFigures = ({ asOf }: { asOf: string }) => asOf.slice(0, 10);

export const stageLabels: Record<Stage, string> = {
  invited: 'Invited or joined',
  accepted: 'Accepted',
  chose: 'Chose topics',
  first_step: 'First step done',
  half: 'Half of the steps',
  completed: 'Completed',
};

export const measureLabels: Record<Measure, string> = {
  ...stageLabels,
  learners: 'Learners',
  active: 'Active in 28 days',
  stalled: 'Stalled',
  on_pace: 'On pace',
  behind: 'Behind',
  overdue: 'Overdue',
};

export const outcomeLabels: Record<Outcome, string> = {
  open: 'Taking part',
  completed: 'Completed',
  declined: 'Declined',
  withdrawn: 'Left the program',
  left: 'Left the organisation',
};

export const reasonLabels: Record<StallReason, string> = {
  no_topics: 'No topics chosen',
  no_answer: 'Waits for an answer',
  no_session: 'No session booked',
  not_completed: 'Steps done, topic open',
  blocked: 'Next step depends on other people',
  no_step: 'Next step open',
};

export const reasonTexts: Record<StallReason, string> = {
  no_topics: 'Has not chosen enough topics.',
  no_answer: 'A proposed time or a completed topic waits for the coach or manager.',
  no_session: 'Has a coach and no session in the calendar.',
  not_completed: 'All steps are done, but the topic is not completed.',
  blocked: 'The only open steps are completed by a session or a survey.',
  no_step: 'Can do the next step.',
};

export const paceLabels: Record<Pace, string> = {
  on_pace: 'On pace',
  behind: 'Behind',
  overdue: 'Overdue',
};

/** What became of people who reached a stage and no later one. */
export function stoppedText(stage: Stage, outcome: Outcome, people: number): string {
  if (outcome === 'declined') return plural(people, '# declined', '# declined');
  if (outcome === 'withdrawn') return plural(people, '# left the program', '# left the program');
  if (outcome === 'left') return plural(people, '# left the organisation', '# left the organisation');
  const open: Record<Stage, [string, string]> = {
    invited: ['# has not answered', '# have not answered'],
    accepted: ['# is still choosing', '# are still choosing'],
    chose: ['# has not started', '# have not started'],
    first_step: ['# is below half', '# are below half'],
    // All steps can be done while a topic is not completed.
    half: ['# has done half or more', '# have done half or more'],
    completed: ['# completed', '# completed'],
  };
  return plural(people, ...open[stage]);
}

/** The title of a list of people. */
export const peopleTitle = ({ measure }: InsightPeopleFilter, total: number): string =>
  measure === 'stalled'
    ? plural(total, '# stalled learner', '# stalled learners')
    : plural(total, '# person', '# people');

/** The people whose last stage this is, and what became of them. */
function stoppedTitle(stage: Stage, outcome: Outcome | undefined): string {
  const last = `last stage “${stageLabels[stage]}”`;
  switch (outcome) {
    case undefined:
      return `${measureLabels.invited}, ${last}`;
    case 'declined':
    case 'completed':
      return outcomeLabels[outcome];
    case 'withdrawn':
    case 'left':
      return `${outcomeLabels[outcome]}, ${last}`;
    case 'open':
      return {
        invited: 'Have not answered the invitation',
        accepted: 'Are still choosing topics',
        chose: 'Have not started',
        first_step: 'Have done less than half of their steps',
        half: 'Have done half of their steps or more, and not completed the program',
        completed: outcomeLabels.completed,
      }[stage];
  }
}

/** Which people a list contains. */
export function filterText(
  filter: InsightPeopleFilter,
  { topic, coach, month }: { topic: string | null; coach: string | null; month: string | null },
): string {
  const parts = [
    filter.stopped ? stoppedTitle(filter.stopped, filter.outcome) : measureLabels[filter.measure],
    !filter.stopped && filter.outcome && outcomeLabels[filter.outcome],
    filter.reason && reasonLabels[filter.reason],
    topic && `${filter.topicState === 'completed' ? 'completed' : 'chose'} “${topic}”`,
    coach && `coach: ${coach}`,
    month && `joined in ${month}`,
    filter.step && 'at one step',
  ];
  return parts.filter(Boolean).join(', ');
}

/** How a number differs from the number of an earlier day. */
export const changeText = (change: number, day: string): string =>
  change === 0
    ? `No change since ${day}`
    : `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))} since ${day}`;

/** How a number of days differs from the number of an earlier day. */
export const daysChangeText = (change: number, day: string): string =>
  change === 0
    ? `No change since ${day}`
    : change > 0
      ? plural(change, `# day more than on ${day}`, `# days more than on ${day}`)
      : plural(-change, `# day less than on ${day}`, `# days less than on ${day}`);

const MIN_PEOPLE_FOR_PERCENT = 30;

/** `66%`, or `4 of 21` where a percentage of few people would mislead. */
export const isPercentShown = (people: number) => people >= MIN_PEOPLE_FOR_PERCENT;
