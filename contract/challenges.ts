import * as z from 'zod/mini';
import { instant } from './text.ts';

/**
 * Interactive challenges as data: a quiz, a scenario that branches, a sort. They are written by authors with the right
 * answers and a reason for each answer; a learner is sent them without, and gets the reasons with the result.
 */
const key = z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, 'is not a key'));
const words = (max: number) => z.string().check(z.minLength(1, 'is missing'), z.maxLength(max));
/** From which score on it is passed. */
const passAt = z.int().check(z.minimum(1), z.maximum(100));

const option = z.object({ key, text: words(300) });
const judgedOption = z.object({ ...option.shape, isRight: z.boolean(), reason: words(500) });
const question = { key, text: words(500), kind: z.enum(['single', 'multiple']) };

const choice = z.object({ key, text: words(300), to: z.nullable(key) });
const judgedChoice = z.object({ ...choice.shape, isGood: z.boolean(), reason: words(500) });
/** A place in a scenario; one without choices is an end. */
const place = { key, text: words(1_500) };

const card = z.object({ key, text: words(300) });
const judgedCard = z.object({ ...card.shape, group: key, reason: words(500) });
const groups = z.array(option).check(z.minLength(2), z.maxLength(5));

const many = <Item extends z.ZodMiniType>(item: Item, min: number) =>
  z.array(item).check(z.minLength(min), z.maxLength(30));

/** As an author writes it. Only the server has it. */
export const challengeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('quiz'),
    passAt,
    questions: many(z.object({ ...question, options: many(judgedOption, 2) }), 1),
  }),
  z.object({
    kind: z.literal('scenario'),
    passAt,
    start: key,
    places: many(z.object({ ...place, choices: z.array(judgedChoice) }), 2),
  }),
  z.object({ kind: z.literal('sort'), passAt, task: words(500), groups, cards: many(judgedCard, 2) }),
]);
export type Challenge = z.infer<typeof challengeSchema>;

/** As a learner gets it. */
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
    places: z.array(z.object({ ...place, choices: z.array(choice) })),
  }),
  z.object({ kind: z.literal('sort'), passAt, task: z.string(), groups, cards: z.array(card) }),
]);
export type ChallengeForLearners = z.infer<typeof challengeForLearnersSchema>;

/**
 * The answers, by the key of the question, the place or the card: the keys of the chosen options, of the one choice, of the
 * one group. Keys that every object knows are no keys, since answers are kept by them.
 */
export const challengeAnswersSchema = z
  .record(key, z.array(key).check(z.maxLength(30, 'are more than 30')))
  .check(z.refine((answers) => Object.keys(answers).length <= 30, { error: 'are more than 30' }));
export type ChallengeAnswers = z.infer<typeof challengeAnswersSchema>;

/** What came of an attempt: for each question, place or card that counted, whether it was right and why. */
export const challengeResultSchema = z.object({
  score: z.int(),
  isPassed: z.boolean(),
  at: instant,
  items: z.array(
    z.object({
      key: z.string(),
      isRight: z.boolean(),
      /** One for each option, choice or group that was taken, and for the right ones that were left out. */
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
 * PUT /api/programs/{programId}/steps/{stepKey}/answers saves them while they are given;
 * POST /api/programs/{programId}/steps/{stepKey}/attempts hands them in.
 */
export const answersSchema = z.object({ answers: challengeAnswersSchema });
export type Answers = z.infer<typeof answersSchema>;
export const answersSavedSchema = z.object({ savedAt: instant });
