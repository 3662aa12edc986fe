import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import {
  instant,
  multiLineText,
  numericId,
  randomId,
  singleLineText,
  untrimmedText,
} from '#contract/text.ts';
import { challengeSchema, draftChallengeSchema } from './challenges.ts';
import { richTextSchema } from './richText.ts';
import { stepKinds } from './steps.ts';
import { topicUploadSchema } from './uploads.ts';

/** Writing topics, for authors only; 404 for others. See docs/decisions/0064-authoring.md. */

export const TITLE_MAX_LENGTH = 120;
export const BEHAVIOR_MAX_LENGTH = 160;
export const DESCRIPTION_MAX_LENGTH = 600;
export const BODY_MAX_LENGTH = 5_000;
export const URL_MAX_LENGTH = 2_000;
export const MAX_STEPS = 30;
export const MAX_TAGS = 10;
export const MAX_MINUTES = 480;
export const MAX_GOAL = 100;

const stepFields = {
  /** Key of a new step: a random id from the client. The step keeps it when it is published, in all versions. */
  stepKey: randomId,
  kind: z.enum(stepKinds),
  required: z.boolean(),
  /** Keys of the earlier steps that must be done first. */
  after: z.array(randomId).check(z.maxLength(MAX_STEPS)),
  /** Set only for package steps. */
  packageId: z.optional(z.nullable(randomId)),
  /** Set only for survey steps: the survey whose answer completes the step. */
  surveyId: z.optional(z.nullable(randomId)),
  /** Set only for file and video steps: the uploaded file. */
  fileId: z.optional(z.nullable(randomId)),
  /** Set only for video steps: the uploaded captions. */
  captionsId: z.optional(z.nullable(randomId)),
  /** Set only for link steps: the web page. It is stored as typed until the topic is published. */
  url: z.optional(z.nullable(untrimmedText(URL_MAX_LENGTH))),
};

/** The formatted text. The server sets `body` to its text without format. Null or missing: `body` is plain text. */
const document = z.optional(z.nullable(richTextSchema));

/** A step in a draft: every field may be missing. */
export const draftStepSchema = z.object({
  ...stepFields,
  title: untrimmedText(TITLE_MAX_LENGTH),
  minutes: z.nullable(z.int().check(z.minimum(0), z.maximum(9_999))),
  body: untrimmedText(BODY_MAX_LENGTH),
  document,
  /** Number of times to practise. */
  goal: z.nullable(z.int().check(z.minimum(0), z.maximum(9_999))),
  challenge: z.nullable(draftChallengeSchema),
});
export type DraftStep = z.infer<typeof draftStepSchema>;

const draftFields = {
  title: untrimmedText(TITLE_MAX_LENGTH),
  behaviorName: untrimmedText(BEHAVIOR_MAX_LENGTH),
  description: untrimmedText(DESCRIPTION_MAX_LENGTH),
  steps: z.array(draftStepSchema).check(
    z.maxLength(MAX_STEPS, `cannot be more than ${MAX_STEPS}`),
    z.refine((steps) => new Set(steps.map(({ stepKey }) => stepKey)).size === steps.length, {
      error: 'contain the same key twice',
    }),
  ),
};
export const topicDraftSchema = z.object(draftFields);
export type TopicDraft = z.infer<typeof topicDraftSchema>;

const tag = singleLineText(40);
const tags = z.array(tag).check(z.maxLength(MAX_TAGS, `cannot be more than ${MAX_TAGS}`));

/** POST /api/topics: a new topic, which is a draft. */
export const newTopicSchema = z.object({ title: singleLineText(TITLE_MAX_LENGTH) });

/** PATCH /api/topics/{topicId}: saves the fields that are sent. 409 if `version` is outdated. */
export const topicChangeSchema = z.extend(z.partial(z.object({ ...draftFields, tags, ownerId: numericId })), {
  version: z.int(),
});
export type TopicChange = z.infer<typeof topicChangeSchema>;

/** A step that can be published. */
export const publishableStepSchema = z.object({
  ...stepFields,
  title: singleLineText(TITLE_MAX_LENGTH),
  minutes: z
    .int('are missing')
    .check(z.minimum(1, 'must be at least 1'), z.maximum(MAX_MINUTES, `must be at most ${MAX_MINUTES}`)),
  body: multiLineText(BODY_MAX_LENGTH, 1),
  document,
  goal: z.nullable(
    z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(MAX_GOAL, `must be at most ${MAX_GOAL}`)),
  ),
  challenge: z.nullable(challengeSchema),
});
export const publishableTopicSchema = z.object({
  title: singleLineText(TITLE_MAX_LENGTH, 3),
  behaviorName: singleLineText(BEHAVIOR_MAX_LENGTH, 3),
  description: multiLineText(DESCRIPTION_MAX_LENGTH, 1),
  steps: z.array(publishableStepSchema).check(z.minLength(1, 'are missing')),
});
export type PublishableTopic = z.infer<typeof publishableTopicSchema>;

/**
 * POST /api/topics/{topicId}/versions: publishes the draft as a version that never changes. `notes` say what is new; the first
 * version needs none. 409 if `version` is outdated.
 */
export const newTopicVersionSchema = z.object({ version: z.int(), notes: z.nullable(multiLineText(300, 3)) });
export type NewTopicVersion = z.infer<typeof newTopicVersionSchema>;

/** PUT /api/topics/{topicId}/retirement: a retired topic cannot be added to programs. Those that use it keep it. */
export const retirementSchema = z.object({ version: z.int(), isRetired: z.boolean() });

/** PUT /api/topics/{topicId}/review: asks the other authors to review the draft, or withdraws the request. */
export const topicReviewSchema = z.object({ version: z.int(), isAsked: z.boolean() });
/**
 * POST /api/topics/{topicId}/review/comments: sends the draft back to the author who asked, with the changes that are
 * needed.
 */
export const REVIEW_COMMENT_MAX_LENGTH = 1_000;
export const reviewCommentSchema = z.object({
  version: z.int(),
  comment: multiLineText(REVIEW_COMMENT_MAX_LENGTH, 3),
});

export const topicStates = ['draft', 'in_review', 'published', 'retired'] as const;
export type AuthoredTopicState = (typeof topicStates)[number];

export const topicUseSchema = z.object({
  programId: randomId,
  programName: z.string(),
  status: z.string(),
  /** Number of learners who work on the topic now, by its version. */
  learners: z.array(z.object({ n: z.int(), count: z.int() })),
});

/** GET /api/topics/{topicId}: the draft, or the newest version if there is no draft. */
export const authoredTopicSchema = z.object({
  topicId: randomId,
  state: z.enum(topicStates),
  /** Increases with each change. */
  version: z.int(),
  ...draftFields,
  tags: z.array(z.string()),
  owner: z.nullable(participantSchema),
  changedBy: z.nullable(participantSchema),
  changedAt: instant,
  /** True if a change is not published yet. */
  hasDraft: z.boolean(),
  /** The published versions, newest first. */
  versions: z.array(
    z.object({
      n: z.int(),
      notes: z.nullable(z.string()),
      publishedAt: instant,
      publishedBy: z.nullable(participantSchema),
    }),
  ),
  /** The uploads that its steps use. */
  uploads: z.array(topicUploadSchema),
  /** The problems that prevent publishing, by field. */
  problems: z.record(z.string(), z.string()),
  usedIn: z.array(topicUseSchema),
  /** Number of learners whose version is older than the newest one. */
  learnersOnOlder: z.int(),
  review: z.object({
    /** Who asked for the review that is open, and when. */
    asked: z.nullable(z.object({ by: z.nullable(participantSchema), at: instant })),
    /** What a reviewer asked to change in the draft. Null after the next request. */
    comment: z.nullable(
      z.object({
        by: z.nullable(participantSchema),
        text: z.string(),
        /** Null for a comment from before the time was stored. */
        at: z.nullable(instant),
      }),
    ),
  }),
});
export type AuthoredTopic = z.infer<typeof authoredTopicSchema>;

/** GET /api/topics/{topicId}/surveys: the surveys that a step can ask for, and those that the topic uses. */
export const topicSurveysSchema = z.object({
  data: z.array(
    z.object({
      surveyId: randomId,
      surveyName: z.string(),
      /** False if learners cannot answer it. A topic that uses it cannot be published then. */
      isUsable: z.boolean(),
    }),
  ),
});
export type TopicSurveys = z.infer<typeof topicSurveysSchema>;
