import * as z from 'zod/mini';
import { challengeForLearnersSchema, challengeWorkSchema } from './challenges.ts';
import { instant, wordsAsTyped } from './text.ts';

export const stepKinds = ['content', 'challenge', 'practice', 'reflection', 'session', 'survey'] as const;
export type StepKind = (typeof stepKinds)[number];

/** `stepKey` stays the same over the versions of a topic. `tally` is how often a practice was tried, of `goal`. */
export const stepSchema = z.object({
  stepKey: z.string(),
  title: z.string(),
  kind: z.enum(stepKinds),
  minutes: z.int(),
  required: z.boolean(),
  body: z.string(),
  state: z.enum(['none', 'started', 'done', 'waived']),
  doneAt: z.nullable(instant),
  tally: z.nullable(z.object({ count: z.int(), goal: z.int() })),
  /** The learner's own words of a reflection; never sent to anyone else. */
  answer: z.nullable(z.string()),
  /** What an interactive challenge asks; null for a step that has none. */
  challenge: z.nullable(challengeForLearnersSchema),
  /** The learner's own answers to it and the last result. */
  work: z.nullable(challengeWorkSchema),
  /** Why it cannot be begun yet, and the steps that unlock it; null when nothing is in the way. What was done stays visible. */
  lock: z.nullable(z.object({ reason: z.string(), stepKeys: z.array(z.string()) })),
  /** Who waived it and why. */
  waived: z.nullable(z.object({ by: z.string(), reason: z.string() })),
  can: z.object({ record: z.boolean() }),
});
export type Step = z.infer<typeof stepSchema>;

/**
 * PUT /api/programs/{programId}/steps/{stepKey}/record. `tally` is the new count of a practice, `answer` the words of a
 * reflection; `done: false` takes a mark back while the topic is open.
 */
export const stepRecordSchema = z.object({
  done: z.boolean(),
  tally: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  answer: z.optional(wordsAsTyped(5_000)),
});
export type StepRecord = z.infer<typeof stepRecordSchema>;
