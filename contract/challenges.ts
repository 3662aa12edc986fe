import * as z from 'zod/mini';
import { instant } from './text.ts';

/**
 * Interactive challenges: a quiz, a branching scenario or sorting cards. Learners get a challenge without the correct
 * answers. The result of an attempt contains the reasons.
 */
const key = z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, 'is not a valid key'));
const requiredText = (max: number) => z.string().check(z.minLength(1, 'is missing'), z.maxLength(max));
/** Lowest score, in percent, that passes the challenge. */
const passAt = z.int().check(z.minimum(1), z.maximum(100));

const option = z.object({ key, text: requiredText(300) });
const solvedOption = z.object({ ...option.shape, isRight: z.boolean(), reason: requiredText(500) });
const question = { key, text: requiredText(500), kind: z.enum(['single', 'multiple']) };

const choice = z.object({ key, text: requiredText(300), to: z.nullable(key) });
const solvedChoice = z.object({ ...choice.shape, isGood: z.boolean(), reason: requiredText(500) });
/** A place in a scenario. A place without choices ends it. */
const scenarioPlace = { key, text: requiredText(1_500) };

const card = z.object({ key, text: requiredText(300) });
const solvedCard = z.object({ ...card.shape, group: key, reason: requiredText(500) });
const groups = z.array(option).check(z.minLength(2), z.maxLength(5));

const listOf = <Item extends z.ZodMiniType>(item: Item, min: number) =>
  z.array(item).check(z.minLength(min), z.maxLength(30));

/** With correct answers and reasons, as written by an author. Stays on the server. */
export const challengeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('quiz'),
    passAt,
    questions: listOf(z.object({ ...question, options: listOf(solvedOption, 2) }), 1),
  }),
  z.object({
    kind: z.literal('scenario'),
    passAt,
    start: key,
    places: listOf(z.object({ ...scenarioPlace, choices: z.array(solvedChoice) }), 2),
  }),
  z.object({
    kind: z.literal('sort'),
    passAt,
    task: requiredText(500),
    groups,
    cards: listOf(solvedCard, 2),
  }),
]);
export type Challenge = z.infer<typeof challengeSchema>;

/** Without correct answers and reasons. */
export const challengeForLearnersSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('quiz'),
    passAt,
    questions: z.array(z.object({ ...question, options: z.array(option) })),
  }),
  z.object({
    kind: z.literal('scenario'),
    passAt,
    start: key,
    places: z.array(z.object({ ...scenarioPlace, choices: z.array(choice) })),
  }),
  z.object({ kind: z.literal('sort'), passAt, task: z.string(), groups, cards: z.array(card) }),
]);
export type ChallengeForLearners = z.infer<typeof challengeForLearnersSchema>;

/** Keys of the selected options, choice or group, by the key of the question, place or card. */
export const challengeAnswersSchema = z
  .record(key, z.array(key).check(z.maxLength(30, 'cannot be more than 30')))
  .check(z.refine((answers) => Object.keys(answers).length <= 30, { error: 'cannot be more than 30' }));
export type ChallengeAnswers = z.infer<typeof challengeAnswersSchema>;

/** The result of an attempt, with one item for each question, visited place or card. */
export const challengeResultSchema = z.object({
  score: z.int(),
  isPassed: z.boolean(),
  at: instant,
  items: z.array(
    z.object({
      key: z.string(),
      isRight: z.boolean(),
      /** One for each selected option, choice or group, and for each correct one that was not selected. */
      reasons: z.array(
        z.object({ key: z.string(), isRight: z.boolean(), wasTaken: z.boolean(), text: z.string() }),
      ),
    }),
  ),
});
export type ChallengeResult = z.infer<typeof challengeResultSchema>;

export const challengeWorkSchema = z.object({
  answers: challengeAnswersSchema,
  attempts: z.int(),
  savedAt: instant,
  result: z.nullable(challengeResultSchema),
});
export type ChallengeWork = z.infer<typeof challengeWorkSchema>;

/**
 * PUT /api/programs/{programId}/steps/{stepKey}/answers saves answers (autosave).
 * POST /api/programs/{programId}/steps/{stepKey}/attempts submits them.
 */
export const answersSchema = z.object({ answers: challengeAnswersSchema });
export type Answers = z.infer<typeof answersSchema>;
export const answersSavedSchema = z.object({ savedAt: instant });
