import * as z from 'zod/mini';
import { challengeSchema } from './challenges.ts';
import { stepKinds } from './steps.ts';
import { instant, lineOfText, longText, randomId } from './text.ts';

/** A step as an author writes it. Without a `stepKey` it is new; with one it is the same step as before. */
export const authoredStepSchema = z.object({
  stepKey: z.nullable(randomId),
  title: lineOfText(120),
  kind: z.enum(stepKinds),
  minutes: z.int().check(z.minimum(1), z.maximum(480)),
  required: z.boolean(),
  body: longText(5_000, 1),
  /** How often a practice is to be tried. */
  goal: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  challenge: z.nullable(challengeSchema),
  /** Places in the list, from 0, of the steps that must be done first; only earlier ones. */
  after: z.array(z.int().check(z.minimum(0))),
});
export type AuthoredStep = z.infer<typeof authoredStepSchema>;

/** POST /api/topics/{topicId}/versions: publishes a new version, based on the newest one. It never changes afterwards. */
export const newTopicVersionSchema = z.object({
  basedOn: z.int(),
  notes: longText(300, 3),
  steps: z.array(authoredStepSchema).check(z.minLength(1, 'is missing'), z.maxLength(30, 'are more than 30')),
});
export type NewTopicVersion = z.infer<typeof newTopicVersionSchema>;

/** GET /api/topics/{topicId}, for who may author: the newest version, and who goes through an older one. */
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
