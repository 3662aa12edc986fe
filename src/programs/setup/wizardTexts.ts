import type { AudienceRule, ProgramFields, ProgramSetup } from '#contract/learning/programSetup.ts';
import { plural } from '#src/ui/text/plural.ts';
import { everyText } from './everyText.ts';
import type { WizardStep } from './wizardPaths.ts';

export const stepLabels: Record<WizardStep, string> = {
  purpose: 'Purpose and topics',
  rules: 'Dates and rules',
  sessions: 'Sessions and surveys',
  audience: 'Audience and coaches',
  review: 'Review',
};

export const NO_TOPICS_YET = 'Add topics to see how much time they take.';
/** Shown instead of a time of 0 minutes. */
export const NO_TIME = 'The required steps of these topics have no duration yet.';

const fieldLabels: Record<string, string> = {
  name: 'Program name',
  purpose: 'Purpose',
  topicIds: 'Topics',
  selectionMin: 'The smallest number of topics',
  selectionMax: 'The largest number of topics',
  due: 'The due date',
  confirmation: 'Confirmation',
  audience: 'The audience',
  audienceRule: 'The audience rule',
  coachIds: 'Coaches',
  coachLimit: 'The maximum number of learners per coach',
  coachingPlan: 'The coaching plan',
  surveyBeforeId: 'The survey before the program',
  surveyAfterId: 'The survey after the program',
};
const stepOfField: Record<string, WizardStep> = {
  due: 'rules',
  confirmation: 'rules',
  audience: 'audience',
  audienceRule: 'audience',
  coachIds: 'audience',
  coachLimit: 'audience',
  coachingPlan: 'sessions',
  surveyBeforeId: 'sessions',
  surveyAfterId: 'sessions',
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
  { topicIds, selectionMin, selectionMax, due, coachingPlan, surveyBeforeId, surveyAfterId }: ProgramFields,
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
    case 'sessions':
      return coachingPlan === null && surveyBeforeId === null && surveyAfterId === null
        ? 'None planned'
        : `${coachingPlan === null ? 'No sessions' : plural(coachingPlan.sessions, '# session', '# sessions')}, ${surveysText({ surveyBeforeId, surveyAfterId }).toLowerCase()}`;
    case 'audience':
      return plural(reach, '# person', '# people');
    case 'review':
      return 'Not launched yet';
  }
}

export const coachingPlanText = (plan: ProgramFields['coachingPlan']) =>
  plan === null
    ? 'No coaching plan'
    : plural(plan.sessions, '# session', `# sessions, ${everyText(plan.everyDays).toLowerCase()}`);

export function surveysText({
  surveyBeforeId,
  surveyAfterId,
}: Pick<ProgramFields, 'surveyBeforeId' | 'surveyAfterId'>): string {
  const surveys = [surveyBeforeId, surveyAfterId].filter((id) => id !== null).length;
  return surveys === 0 ? 'No surveys' : plural(surveys, '# survey', '# surveys');
}

export const orderLabels: Record<ProgramFields['topicOrder'], string> = {
  free: 'Learners work on their topics in any order',
  fixed: 'One after the other, in the order of this list',
};

export const joiningLabels: Record<ProgramFields['joining'], string> = {
  invitation: 'By invitation only',
  open: 'Anyone who finds it under Programs can join',
  request: 'Anyone who finds it under Programs can ask to join',
};

export const roleLabels: Record<'' | NonNullable<AudienceRule['role']>, string> = {
  '': 'Any',
  managers: 'With direct reports',
  others: 'Without direct reports',
};

/** The conditions of an audience as a short text. `manager` is their name, if it is known. */
export function ruleText(
  rule: ProgramFields['audienceRule'],
  shortDay: (day: string) => string,
  manager = 'a manager',
): string {
  if (rule === null) return 'None';
  const parts = [
    ...(rule.role ? [roleLabels[rule.role]] : []),
    ...(rule.joinedSince ? [`Joined on or after ${shortDay(rule.joinedSince)}`] : []),
    ...(rule.managerId ? [`In the reporting line of ${manager}`] : []),
  ];
  return parts.join('. ');
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
