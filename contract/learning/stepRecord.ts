import * as z from 'zod/mini';
import { untrimmedText } from '#contract/text.ts';

/**
 * PUT /api/programs/{programId}/steps/{stepKey}/record. `tally` is the new count of a practice, `answer` the text of a
 * reflection. `done: false` marks the step as not done while the topic is open.
 */
export const stepRecordSchema = z.object({
  done: z.boolean(),
  tally: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  answer: z.optional(untrimmedText(5_000)),
});
export type StepRecord = z.infer<typeof stepRecordSchema>;
