import type { ProgramFields, ProgramSetup } from '#contract/learning/programSetup.ts';
import { plural } from '#src/ui/text/plural.ts';
import type { WizardStep } from './wizardPaths.ts';

export const stepLabels: Record<WizardStep, string> = {
  purpose: 'Purpose and topics',
  rules: 'Dates and rules',
  audience: 'Audience and coaches',
  review: 'Review',
};

const fieldLabels: Record<string, string> = {
  name: 'Program name',
  purpose: 'Purpose',
  topicIds: 'Topics',
  selectionMin: 'The smallest number of topics',
  selectionMax: 'The largest number of topics',
  due: 'The due date',
  confirmation: 'Confirmation',
  audience: 'The audience',
  coachIds: 'Coaches',
};
const stepOfField: Record<string, WizardStep> = {
  due: 'rules',
  confirmation: 'rules',
  audience: 'audience',
  coachIds: 'audience',
};
const rootOf = (path: string) => path.split('.')[0] ?? path;

export const stepOf = (path: string): WizardStep => stepOfField[rootOf(path)] ?? 'purpose';
export const problemSentence = (path: string, message: string) =>
  `${fieldLabels[rootOf(path)] ?? 'The program'} ${message}`;
export const fieldId = (path: string) => `program-${rootOf(path)}`;

export const confirmationLabels: Record<ProgramFields['confirmation'], string> = {
  self: 'Learners complete topics themselves',
  coach: 'Their coach confirms completed topics',
  manager: 'Their manager confirms completed topics',
};

/** The settings of a step as a short text. */
export function summaryOf(
  step: WizardStep,
  { topicIds, selectionMin, selectionMax, due }: ProgramFields,
  { reach }: Pick<ProgramSetup, 'reach'>,
  shortDay: (day: string) => string,
): string {
  switch (step) {
    case 'purpose':
      return topicIds.length === 0
        ? 'No topics yet'
        : `${plural(topicIds.length, '# topic', '# topics')}, choose ${rangeText(selectionMin, selectionMax)}`;
    case 'rules':
      return dueText(due, shortDay);
    case 'audience':
      return plural(reach, '# person', '# people');
    case 'review':
      return 'Not launched yet';
  }
}

export const rangeText = (min: number, max: number) => (min === max ? String(min) : `${min} to ${max}`);

export function dueText(due: ProgramFields['due'], shortDay: (day: string) => string): string {
  if (due.kind === 'none') return 'No due date';
  if (due.kind === 'date') return `Due ${shortDay(due.on)}`;
  const weeks = due.days / 7;
  return Number.isInteger(weeks)
    ? plural(weeks, 'Due # week after the invitation', 'Due # weeks after the invitation')
    : plural(due.days, 'Due # day after the invitation', 'Due # days after the invitation');
}
