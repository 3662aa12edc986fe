import * as z from 'zod/mini';
import { propensityAnswersSchema, propensityItems } from '#contract/learning/propensity.ts';
import { type Answers, noAnswers, QUESTIONS } from './answers.ts';

/** Answers are kept as a draft, so that they survive a reload and a closed tab until the user signs out. */
export const ANSWERS_DRAFT = 'readiness';

const draftSchema = z.object({
  at: z.int().check(z.minimum(0), z.maximum(QUESTIONS - 1)),
  values: z.record(z.string(), z.nullable(z.int().check(z.minimum(1), z.maximum(5)))),
  stage: z.nullable(propensityAnswersSchema.shape.stage),
  submissionId: propensityAnswersSchema.shape.submissionId,
});
const isItem = (key: string) => propensityItems.some((item) => item.key === key);

export function readAnswersDraft(kept: unknown): Answers | null {
  const draft = draftSchema.safeParse(kept);
  return draft.success && Object.keys(draft.data.values).every(isItem)
    ? { ...noAnswers, ...draft.data }
    : null;
}
