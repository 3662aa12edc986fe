import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { instant, randomId } from '#contract/text.ts';
import { surveyActionSchema } from './actions.ts';
import { surveyModes } from './surveyStates.ts';

/**
 * Minimum number of answers for a net promoter score. With fewer answers, the confidence interval is wider than any
 * meaningful difference.
 */
export const ENPS_MIN = 10;

const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type Estimate = z.infer<typeof estimate>;

/**
 * The answers of one group. A group is `protected` if it has no answers, too few answers, or would reveal other groups.
 */
export const cellSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('protected') }),
  /** Nearly all answers are equal. The range of options hides the exact answers. */
  z.object({ kind: z.literal('band'), from: z.int(), to: z.int() }),
  z.object({
    kind: z.literal('figures'),
    n: z.int(),
    /** Number of answers by option, in the order of `options`. In a ranking: how often the option was first. */
    counts: z.array(z.int()),
    mean: z.nullable(estimate),
    /** Only for the scale from 0 to 10, with at least 10 answers. */
    enps: z.nullable(estimate),
    /** Only in a ranking: the mean rank of each option. */
    places: z.nullable(z.array(z.number())),
  }),
]);
export type Cell = z.infer<typeof cellSchema>;

/** A question, or one row of a matrix. */
export const resultItemSchema = z.object({
  /** Null if the question has only one item. */
  text: z.nullable(z.string()),
  total: cellSchema,
  departments: z.array(z.object({ name: z.string(), cell: cellSchema })),
});
export type ResultItem = z.infer<typeof resultItemSchema>;

export const questionResultSchema = z.object({
  key: z.string(),
  section: z.string(),
  text: z.string(),
  type: z.string(),
  options: z.array(z.string()),
  items: z.array(resultItemSchema),
  /** Texts in random order. Null: the question has no texts, or they are protected. */
  comments: z.nullable(z.array(z.string())),
});
export type QuestionResult = z.infer<typeof questionResultSchema>;

/** Minimum number of answers for the association between two questions. */
export const DRIVERS_MIN = 25;
/**
 * How strongly the answers to questions correlate with those to one question (correlation from -1 to 1, with its 95%
 * interval), strongest first.
 */
export const driversSchema = z.object({
  outcome: z.string(),
  drivers: z.array(z.object({ text: z.string(), n: z.int(), correlation: estimate })),
});
export type Drivers = z.infer<typeof driversSchema>;

export const figuresSchema = z.object({
  people: z.int(),
  /** Null: protected. */
  answered: z.nullable(z.int()),
  questions: z.array(questionResultSchema),
  /**
   * Null: too few answers, or fewer than two scales. Missing in releases from before drivers were computed.
   */
  drivers: z.optional(z.nullable(driversSchema)),
});
export type Figures = z.infer<typeof figuresSchema>;

/** An earlier round of a repeated survey. */
export const roundSchema = z.object({
  surveyId: randomId,
  surveyName: z.string(),
  releasedAt: instant,
  /** Mean of all answers for each item, by the key of the question. Null: protected, or no mean. */
  means: z.record(z.string(), z.array(z.nullable(estimate))),
});
export type Round = z.infer<typeof roundSchema>;

/** What the lowest and the highest value of a scale mean. */
const scaleEndsSchema = z.object({ low: z.string(), high: z.string() });
export type ScaleEnds = z.infer<typeof scaleEndsSchema>;

/** GET /api/surveys/{surveyId}/results: the released results. They never change. 422 before the release. */
export const resultsSchema = z.extend(figuresSchema, {
  surveyId: randomId,
  surveyName: z.string(),
  mode: z.enum(surveyModes),
  k: z.int(),
  releasedAt: instant,
  actions: z.array(surveyActionSchema),
  /** By the key of the question. */
  ends: z.record(z.string(), scaleEndsSchema),
  /** Earlier rounds, oldest first. */
  rounds: z.array(roundSchema),
  /** Named surveys only: each person's answers as texts, by the key of the question. */
  named: z.nullable(
    z.array(z.object({ person: participantSchema, answers: z.record(z.string(), z.string()) })),
  ),
});
export type Results = z.infer<typeof resultsSchema>;
