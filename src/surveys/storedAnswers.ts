import * as z from 'zod/mini';
import { propensityAnswersSchema, propensityItems } from '#contract/propensity.ts';
import { type Answers, noAnswers, QUESTIONS } from './answers.ts';

/** Answers are kept per user in the session storage of this tab, so that they survive a reload. */
const keyOf = (userId: number) => `trellis.readiness.${userId}`;
const storedSchema = z.object({
  at: z.int().check(z.minimum(0), z.maximum(QUESTIONS - 1)),
  values: z.record(z.string(), z.nullable(z.int().check(z.minimum(1), z.maximum(5)))),
  stage: z.nullable(propensityAnswersSchema.shape.stage),
});
const isItem = (key: string) => propensityItems.some((item) => item.key === key);

export function readStoredAnswers(userId: number): Answers | null {
  try {
    const stored = storedSchema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null'));
    return stored.success && Object.keys(stored.data.values).every(isItem)
      ? { ...noAnswers, ...stored.data }
      : null;
  } catch {
    return null; // without storage the answers are lost on reload, but stay on screen
  }
}
export function storeAnswers(userId: number, answers: Answers | null): void {
  try {
    if (answers === null) sessionStorage.removeItem(keyOf(userId));
    else sessionStorage.setItem(keyOf(userId), JSON.stringify(answers));
  } catch {
    // The answers stay on screen.
  }
}
