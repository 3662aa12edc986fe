import {
  type Facet,
  type PropensityAnswers,
  propensityItems,
  type Stage,
} from '#contract/learning/propensity.ts';

type ItemKey = keyof PropensityAnswers['answers'];

/** The current answers: 1 to 5, null if skipped, missing if unanswered. */
export interface Answers {
  at: number;
  values: Record<string, number | null>;
  stage: Stage | null;
  /** Empty until the first answer. Repeated requests with the same id write one result. */
  submissionId: string;
}
export const QUESTIONS = propensityItems.length + 1;
export const noAnswers: Answers = { at: 0, values: {}, stage: null, submissionId: '' };

export const isAnswered = ({ values, stage }: Answers, at: number): boolean => {
  const item = propensityItems[at];
  return item ? values[item.key] !== undefined : stage !== null;
};

/** Skipped statements can be answered later. They do not prevent submitting. */
export const isSkipped = ({ values }: Answers, at: number): boolean => {
  const item = propensityItems[at];
  return item !== undefined && values[item.key] === null;
};

/** At most one statement of a facet may be skipped, because a facet needs two answers. */
export function canSkip({ values }: Answers, at: number): boolean {
  const item = propensityItems[at];
  return item !== undefined && !skippedIn(item.facet, values).some((key) => key !== item.key);
}
const skippedIn = (facet: Facet, values: Answers['values']) =>
  propensityItems.filter((item) => item.facet === facet && values[item.key] === null).map(({ key }) => key);

/** All answers in the format of the contract; null while a question is unanswered. */
export function completed(answers: Answers): PropensityAnswers | null {
  if (answers.stage === null || propensityItems.some(({ key }) => answers.values[key] === undefined))
    return null;
  const entries = propensityItems.map(({ key }) => [key as ItemKey, answers.values[key] ?? null] as const);
  return {
    submissionId: answers.submissionId,
    answers: Object.fromEntries(entries) as PropensityAnswers['answers'],
    stage: answers.stage,
  };
}
