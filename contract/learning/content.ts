import * as z from 'zod/mini';
import { pageQuerySchema } from '#contract/paging.ts';
import { participantSchema } from '#contract/people.ts';
import { instant, randomId } from '#contract/text.ts';
import { topicStates } from './authoring.ts';
import { stepKinds } from './steps.ts';

/** GET /api/content, for authors only: the topics of the library, most recently changed first. */
export const contentQuerySchema = z.extend(pageQuerySchema, {
  /** The start of words in the title or behaviour. */
  search: z.optional(z.string().check(z.maxLength(100))),
  tag: z.optional(z.string().check(z.maxLength(40))),
  /** If no state is given, retired topics are left out. */
  state: z.optional(z.enum(topicStates)),
  ownerId: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,9}$/, 'is not a user id'))),
});

export const contentTopicSchema = z.object({
  topicId: randomId,
  title: z.string(),
  behaviorName: z.string(),
  state: z.enum(topicStates),
  /** The newest published version; null if there is none. */
  newest: z.nullable(z.int()),
  hasDraft: z.boolean(),
  tags: z.array(z.string()),
  kinds: z.array(z.enum(stepKinds)),
  /** Minutes of the required steps. */
  minutes: z.int(),
  owner: z.nullable(participantSchema),
  changedAt: instant,
  programs: z.array(z.object({ programId: randomId, programName: z.string(), status: z.string() })),
  /** Number of learners who work on the topic in these programs now. */
  learners: z.int(),
});
export type ContentTopic = z.infer<typeof contentTopicSchema>;

export const contentSchema = z.object({
  data: z.array(contentTopicSchema),
  total: z.int(),
  /** Number of topics that match the other filters. */
  counts: z.object({ draft: z.int(), in_review: z.int(), published: z.int(), retired: z.int() }),
  /** The available values of the filters. */
  tags: z.array(z.string()),
  owners: z.array(participantSchema),
});
export type Content = z.infer<typeof contentSchema>;
