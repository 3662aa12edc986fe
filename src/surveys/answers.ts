import { type Facet, type PropensityAnswers, propensityItems, type Stage } from '#contract/propensity.ts';

type ItemKey = keyof PropensityAnswers['answers'];

/** What has been answered so far: 1 to 5, null for skipped, absent for not yet. */
export interface Answers {
  at: number;
  values: Partial<Record<string, number | null>>;
  stage: Stage | null;
}
export const QUESTIONS = propensityItems.length + 1;
export const noAnswers: Answers = { at: 0, values: {}, stage: null };

export const isAnswered = ({ values, stage }: Answers, at: number): boolean => {
  const item = propensityItems[at];
  return item ? values[item.key] !== undefined : stage !== null;
};

/** One statement of a facet may be skipped, no more: a facet needs two answers. */
export function canSkip({ values }: Answers, at: number): boolean {
  const item = propensityItems[at];
  return item !== undefined && !skippedIn(item.facet, values).some((key) => key !== item.key);
}
const skippedIn = (facet: Facet, values: Answers['values']) =>
  propensityItems.filter((one) => one.facet === facet && values[one.key] === null).map(({ key }) => key);

/** Everything answered, in the contract's shape; null while something is open. */
export function completed(answers: Answers): PropensityAnswers | null {
  if (answers.stage === null || propensityItems.some(({ key }) => answers.values[key] === undefined))
    return null;
  const entries = propensityItems.map(({ key }) => [key as ItemKey, answers.values[key] ?? null] as const);
  return { answers: Object.fromEntries(entries) as PropensityAnswers['answers'], stage: answers.stage };
}
