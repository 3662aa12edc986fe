import * as z from 'zod/mini';
import { instant, randomId, untrimmedText } from '#contract/text.ts';
import { FILL_MAX_LENGTH } from './fillIn.ts';

/**
 * Interactive challenges: a quiz, a branching scenario, cards to sort or sentences to fill in. Learners get a challenge
 * without the correct answers. The result of an attempt contains the reasons.
 */
const key = z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, 'is not a valid key'));
/** Lowest score that passes the challenge, in percent. */
const passAt = z.int().check(z.minimum(1), z.maximum(100));

/** The items contain the correct answers and reasons. In a draft, texts and items may still be missing. */
function challengeWith({ isDraft }: { isDraft: boolean }) {
  const text = (max: number) =>
    z
      .string()
      .check(
        z.minLength(isDraft ? 0 : 1, 'is missing'),
        z.maxLength(max, `is longer than ${max} characters`),
      );
  const listOf = <Item extends z.ZodMiniType>(item: Item, min: number) =>
    z
      .array(item)
      .check(
        z.minLength(isDraft ? 0 : min, `need at least ${min}`),
        z.maxLength(30, 'cannot be more than 30'),
      );
  const option = z.object({ key, text: text(300), isRight: z.boolean(), reason: text(500) });
  const choice = z.object({
    key,
    text: text(300),
    to: z.nullable(key),
    isGood: z.boolean(),
    reason: text(500),
  });
  const gap = z.object({
    key,
    /** A sentence in which underscores mark the blank. */
    text: text(500),
    /** All accepted answers. The first one is shown as the correct answer. */
    accepted: listOf(z.object({ key, text: text(FILL_MAX_LENGTH) }), 1),
    reason: text(500),
    /** Wrong answers that have their own reason. */
    mistakes: listOf(z.object({ key, text: text(FILL_MAX_LENGTH), reason: text(500) }), 0),
    /** The reason for every other wrong answer. */
    otherwise: text(500),
  });
  return z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('quiz'),
      passAt,
      questions: listOf(
        z.object({ key, text: text(500), kind: z.enum(['single', 'multiple']), options: listOf(option, 2) }),
        1,
      ),
    }),
    z.object({
      kind: z.literal('scenario'),
      passAt,
      start: key,
      /** A place without choices ends the scenario. */
      places: listOf(z.object({ key, text: text(1_500), choices: z.array(choice) }), 2),
    }),
    z.object({
      kind: z.literal('sort'),
      passAt,
      task: text(500),
      groups: listOf(z.object({ key, text: text(300) }), 2).check(z.maxLength(5, 'cannot be more than 5')),
      cards: listOf(z.object({ key, text: text(300), group: key, reason: text(500) }), 2),
    }),
    z.object({ kind: z.literal('fill'), passAt, task: text(500), gaps: listOf(gap, 1) }),
  ]);
}

/** A published challenge with its answers. It stays on the server. */
export const challengeSchema = challengeWith({ isDraft: false });
export type Challenge = z.infer<typeof challengeSchema>;
/** A challenge in a draft. */
export const draftChallengeSchema = challengeWith({ isDraft: true });

const option = z.object({ key, text: z.string() });
const choice = z.object({ key, text: z.string(), to: z.nullable(key) });
/** A challenge without correct answers and reasons. */
export const challengeForLearnersSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('quiz'),
    passAt,
    questions: z.array(
      z.object({ key, text: z.string(), kind: z.enum(['single', 'multiple']), options: z.array(option) }),
    ),
  }),
  z.object({
    kind: z.literal('scenario'),
    passAt,
    start: key,
    places: z.array(z.object({ key, text: z.string(), choices: z.array(choice) })),
  }),
  z.object({
    kind: z.literal('sort'),
    passAt,
    task: z.string(),
    groups: z.array(option),
    cards: z.array(option),
  }),
  z.object({ kind: z.literal('fill'), passAt, task: z.string(), gaps: z.array(option) }),
]);
export type ChallengeForLearners = z.infer<typeof challengeForLearnersSchema>;

/** Keys of the selected options, choice or group, or the text that was filled in, by the key of the item. */
export const challengeAnswersSchema = z
  .record(key, z.array(untrimmedText(FILL_MAX_LENGTH)).check(z.maxLength(30, 'cannot be more than 30')))
  .check(z.refine((answers) => Object.keys(answers).length <= 30, { error: 'cannot be more than 30' }));
export type ChallengeAnswers = z.infer<typeof challengeAnswersSchema>;

/** The result of an attempt, with one item for each question, visited place, card or sentence. */
export const challengeResultSchema = z.object({
  score: z.int(),
  isPassed: z.boolean(),
  at: instant,
  items: z.array(
    z.object({
      key: z.string(),
      isRight: z.boolean(),
      /**
       * One for each selected option, choice or group, and for each correct one that was not selected. The key of a
       * filled-in answer is its text.
       */
      reasons: z.array(
        z.object({ key: z.string(), isRight: z.boolean(), wasTaken: z.boolean(), text: z.string() }),
      ),
    }),
  ),
});
export type ChallengeResult = z.infer<typeof challengeResultSchema>;

/** The reasons for the answers chosen so far, by the key of the item (decision 0110). */
const reasonsSchema = z.record(
  key,
  z.array(z.object({ key: z.string(), isRight: z.boolean(), text: z.string() })),
);
export type Reasons = z.infer<typeof reasonsSchema>;

export const challengeWorkSchema = z.object({
  answers: challengeAnswersSchema,
  attempts: z.int(),
  savedAt: instant,
  result: z.nullable(challengeResultSchema),
  /** Computed for answers that were saved and not submitted; after an attempt, the result contains them. */
  reasons: z.optional(reasonsSchema),
});
export type ChallengeWork = z.infer<typeof challengeWorkSchema>;

/**
 * PUT /api/programs/{programId}/steps/{stepKey}/answers saves answers (autosave).
 * POST /api/programs/{programId}/steps/{stepKey}/attempts submits them.
 */
export const answersSchema = z.object({ answers: challengeAnswersSchema });
export type Answers = z.infer<typeof answersSchema>;
export const answersSavedSchema = z.object({ savedAt: instant, reasons: reasonsSchema });
export type AnswersSaved = z.infer<typeof answersSavedSchema>;

/**
 * POST /api/programs/{programId}/preview/answers returns the reasons for the answers chosen so far, and POST
 * /api/programs/{programId}/preview/attempts their result. Nothing is stored.
 */
export const previewAttemptSchema = z.object({ stepKey: randomId, answers: challengeAnswersSchema });
export type PreviewAttempt = z.infer<typeof previewAttemptSchema>;
export const previewReasonsSchema = z.object({ reasons: reasonsSchema });
export type PreviewReasons = z.infer<typeof previewReasonsSchema>;
