import * as z from 'zod/mini';
import { challengeSchema } from './challenges.ts';
import { stepKinds } from './steps.ts';
import { instant, multiLineText, randomId, singleLineText } from './text.ts';

/** A step as edited by an author. A null `stepKey` creates a new step. */
export const authoredStepSchema = z.object({
  stepKey: z.nullable(randomId),
  title: singleLineText(120),
  kind: z.enum(stepKinds),
  minutes: z.int().check(z.minimum(1), z.maximum(480)),
  required: z.boolean(),
  body: multiLineText(5_000, 1),
  /** Number of times to practise. */
  goal: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  challenge: z.nullable(challengeSchema),
  /** Indexes of earlier steps that must be done first. */
  after: z.array(z.int().check(z.minimum(0))),
});
export type AuthoredStep = z.infer<typeof authoredStepSchema>;

/** POST /api/topics/{topicId}/versions: publishes an immutable new version, based on the newest one. */
export const newTopicVersionSchema = z.object({
  basedOn: z.int(),
  notes: multiLineText(300, 3),
  steps: z
    .array(authoredStepSchema)
    .check(z.minLength(1, 'is missing'), z.maxLength(30, 'cannot be more than 30')),
});
export type NewTopicVersion = z.infer<typeof newTopicVersionSchema>;

/** GET /api/topics/{topicId}, for authors only: the newest version, and the number of learners on older versions. */
export const authoredTopicSchema = z.object({
  topicId: randomId,
  title: z.string(),
  behaviorName: z.string(),
  description: z.string(),
  version: z.int(),
  notes: z.nullable(z.string()),
  publishedAt: instant,
  steps: z.array(authoredStepSchema),
  learnersOnOlder: z.int(),
});
export type AuthoredTopic = z.infer<typeof authoredTopicSchema>;
