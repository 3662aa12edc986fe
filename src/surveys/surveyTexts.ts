import type { SurveyMode, SurveyState } from '#contract/surveys/surveyStates.ts';
import { plural } from '#src/ui/text/plural.ts';

export const stateLabels: Record<SurveyState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  open: 'Open',
  closed: 'Closed, not released',
  released: 'Released',
  archived: 'Archived',
};
export const stateTones: Record<SurveyState, 'amber' | 'primary' | undefined> = {
  draft: undefined,
  scheduled: 'amber',
  open: 'primary',
  closed: 'amber',
  released: undefined,
  archived: undefined,
};

export const modeLabels: Record<SurveyMode, string> = {
  anonymous: 'Anonymous',
  confidential: 'Confidential',
  named: 'With names',
};
export const modeText = ({ mode, k }: { mode: SurveyMode; k: number }) =>
  mode === 'named' ? modeLabels.named : `${modeLabels[mode]}, groups from ${k}`;

export const lengthText = ({ questions, minutes }: { questions: number; minutes: number }) =>
  questions === 0
    ? 'No questions yet'
    : `${plural(questions, '# question', '# questions')}, ${plural(minutes, 'about # minute', 'about # minutes')}`;

/** The alternative to an answer, if the question offers it. */
export const CANNOT_JUDGE_TEXT = 'I cannot judge this';

/** The same text for groups without answers and for protected ones. */
export const PROTECTED = 'Protected or no answers';
/** A survey with names protects no answers. */
export const hiddenText = (mode: SurveyMode) => (mode === 'named' ? 'No answers' : PROTECTED);

/** What the ends of the scale from 0 to 10 mean. */
export const NPS_ENDS = { low: 'not at all likely', high: 'very likely' };

/** Types of questions whose answers have a mean. */
export const isScale = (type: string) => type === 'rating' || type === 'nps' || type === 'matrix';
