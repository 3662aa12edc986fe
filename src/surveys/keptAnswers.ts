import * as z from 'zod/mini';
import { propensityAnswersSchema, propensityItems } from '#contract/propensity.ts';
import { type Answers, noAnswers, QUESTIONS } from './answers.ts';

/** For this tab only, by person: what was answered is there after a reload and gone with the tab. */
const keyOf = (userId: number) => `trellis.readiness.${userId}`;
const keptSchema = z.object({
  at: z.int().check(z.minimum(0), z.maximum(QUESTIONS - 1)),
  values: z.record(z.string(), z.nullable(z.int().check(z.minimum(1), z.maximum(5)))),
  stage: z.nullable(propensityAnswersSchema.shape.stage),
});
const isItem = (key: string) => propensityItems.some((item) => item.key === key);

export function readKept(userId: number): Answers | null {
  try {
    const kept = keptSchema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null'));
    return kept.success && Object.keys(kept.data.values).every(isItem)
      ? { ...noAnswers, ...kept.data }
      : null;
  } catch {
    return null; // storage that is full, forbidden or spoilt costs a reload's comfort, not the answers on screen
  }
}
export function keep(userId: number, answers: Answers | null): void {
  try {
    if (answers === null) sessionStorage.removeItem(keyOf(userId));
    else sessionStorage.setItem(keyOf(userId), JSON.stringify(answers));
  } catch {
    // as above
  }
}
