import type { LibraryTopic, ProgramFields } from '#contract/learning/programSetup.ts';
import { plural } from '#src/ui/text/plural.ts';

const MS_PER_WEEK = 7 * 24 * 60 * 60_000;

export interface Workload {
  /** Minutes of the required steps in the longest topics that a learner can select. */
  minutes: number;
  topics: number;
  /** Null without a due date. */
  weeks: number | null;
  minutesPerWeek: number | null;
}

/** The longest time that a program takes a learner. */
export function workloadOf(
  { selectionMax, due }: Pick<ProgramFields, 'selectionMax' | 'due'>,
  topics: readonly Pick<LibraryTopic, 'minutes'>[],
  today: string,
): Workload {
  const longest = topics
    .map(({ minutes }) => minutes)
    .toSorted((a, b) => b - a)
    .slice(0, selectionMax);
  const minutes = longest.reduce((sum, one) => sum + one, 0);
  const weeks = weeksUntil(due, today);
  return {
    minutes,
    topics: longest.length,
    weeks,
    minutesPerWeek: weeks === null ? null : Math.ceil(minutes / weeks),
  };
}

function weeksUntil(due: ProgramFields['due'], today: string): number | null {
  if (due.kind === 'none') return null;
  const weeks = due.kind === 'days' ? due.days / 7 : (Date.parse(due.on) - Date.parse(today)) / MS_PER_WEEK;
  return Math.max(1, Math.ceil(weeks));
}

/** `2 steps, 25 min required`. Topics without required steps, and drafts, have no time. */
export const topicSize = ({ steps, minutes }: Pick<LibraryTopic, 'steps' | 'minutes'>) => {
  const count = plural(steps, '# step', '# steps');
  return minutes > 0 ? `${count}, ${minutes} min required` : count;
};

export const durationText = (minutes: number) => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
};
