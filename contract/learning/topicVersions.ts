import * as z from 'zod/mini';
import { instant, randomId } from '#contract/text.ts';
import { topicDraftSchema } from './authoring.ts';
import { topicUploadSchema } from './uploads.ts';

/**
 * Comparison and restoration of topic versions, for authors. See docs/decisions/0061-topic-versions-in-the-editor.md.
 */

const versionNumber = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000));

/**
 * Default of `to`: the draft, or the newest version if there is no draft. Default of `from`: the newest version, or the
 * previous one if `to` is the newest.
 */
export const comparisonQuerySchema = z.object({
  from: z.optional(versionNumber),
  to: z.optional(versionNumber),
});

const comparedVersionSchema = z.extend(topicDraftSchema, {
  /** Null for the draft. */
  n: z.nullable(z.int()),
  publishedAt: z.nullable(instant),
});
export type ComparedVersion = z.infer<typeof comparedVersionSchema>;

/** GET /api/topics/{topicId}/comparison */
export const topicComparisonSchema = z.object({
  topicId: randomId,
  title: z.string(),
  /** Version of the topic that a change is based on. */
  version: z.int(),
  hasDraft: z.boolean(),
  isRetired: z.boolean(),
  versions: z.array(z.int()),
  from: comparedVersionSchema,
  to: comparedVersionSchema,
  /** The uploads and surveys that steps of the two versions use. */
  uploads: z.array(topicUploadSchema),
  surveys: z.array(z.object({ surveyId: z.string(), surveyName: z.string() })),
  /** Learners whose version is older than `to`, each in one of the groups. */
  learners: z.object({ completed: z.int(), inProgress: z.int(), notStarted: z.int() }),
  /** Steps that are missing in `to`, each with the number of active learners who have done it. */
  removed: z.array(z.object({ stepKey: z.string(), title: z.string(), learners: z.int() })),
});
export type TopicComparison = z.infer<typeof topicComparisonSchema>;

/** POST /api/topics/{topicId}/draft: replaces the draft with the content of a version. 409 if `version` is outdated. */
export const restoredDraftSchema = z.object({ version: z.int(), n: z.int().check(z.minimum(1)) });
export type RestoredDraft = z.infer<typeof restoredDraftSchema>;
