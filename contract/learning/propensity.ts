import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { day, instant } from '#contract/text.ts';

/**
 * The readiness questions: 4 facets of 3 statements each, 1 = not at all true … 5 = very true, and one unscored stage
 * (docs/decisions/0038-readiness-score.md).
 */
export const facets = ['will', 'trust', 'room', 'plan'] as const;
export type Facet = (typeof facets)[number];
export const facetNames: Record<Facet, string> = {
  will: 'Motivation',
  trust: 'Confidence',
  room: 'Time and support',
  plan: 'Plan',
};

export interface PropensityItem {
  key: string;
  facet: Facet;
  text: string;
  /** True for statements where agreement lowers the score: the answer counts as 6 − answer. */
  isReversed: boolean;
}
const item = (key: string, facet: Facet, text: string, isReversed = false): PropensityItem => ({
  key,
  facet,
  text,
  isReversed,
});
export const propensityItems: readonly PropensityItem[] = [
  item('W1', 'will', 'This change matters to me personally.'),
  item('W2', 'will', 'I can describe what will improve if I succeed.'),
  item('W3', 'will', 'Nothing would be lost if I left things as they are.', true),
  item('S1', 'trust', 'When something does not work, I soon try again.'),
  item('S2', 'trust', 'I have changed a habit at work before.'),
  item('S3', 'trust', 'People like me do not change much.', true),
  item('R1', 'room', 'I can set aside 30 minutes a week for this.'),
  item('R2', 'room', 'Someone at work will notice my effort and support me.'),
  item('R3', 'room', 'My work environment pulls me back into old habits.', true),
  item('P1', 'plan', 'I know in which situation I will try this first.'),
  item('P2', 'plan', 'I write down what I plan to do.'),
  item('P3', 'plan', 'I will decide what to do as I go along.', true),
];

export const stages = [
  { key: 'not_thinking', text: 'Not thinking about it' },
  { key: 'thinking', text: 'Thinking about it' },
  { key: 'preparing', text: 'Preparing for it' },
  { key: 'started', text: 'Just started' },
  { key: 'kept_up', text: 'Doing it for at least 6 months' },
] as const;
export type Stage = (typeof stages)[number]['key'];

const answer = z.nullable(z.int().check(z.minimum(1), z.maximum(5)));
/**
 * PUT /api/propensity. An answer is 1 to 5, or null if skipped (at most 1 per facet). Requests with the same
 * `submissionId` write one result.
 */
export const propensityAnswersSchema = z.object({
  submissionId: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,40}$/, 'needs 16 to 40 letters, digits, - or _')),
  answers: z.object({
    W1: answer,
    W2: answer,
    W3: answer,
    S1: answer,
    S2: answer,
    S3: answer,
    R1: answer,
    R2: answer,
    R3: answer,
    P1: answer,
    P2: answer,
    P3: answer,
  }),
  stage: z.enum(['not_thinking', 'thinking', 'preparing', 'started', 'kept_up']),
});
export type PropensityAnswers = z.infer<typeof propensityAnswersSchema>;

export interface PropensityScore {
  score: number;
  /** Mean of the scored answers per facet, 1 to 5. */
  facets: Record<Facet, number>;
}

/** round(25 × (mean of the 4 facets − 1)), 0 to 100. Null while a facet has fewer than 2 answers. */
export function scorePropensity(answers: Record<string, number | null>): PropensityScore | null {
  const means = facets.map((facet) => {
    const scored = propensityItems
      .filter((statement) => statement.facet === facet)
      .flatMap(({ key, isReversed }) => {
        const value = answers[key];
        return value == null ? [] : [isReversed ? 6 - value : value];
      });
    return scored.length < 2 ? null : scored.reduce((sum, value) => sum + value, 0) / scored.length;
  });
  if (means.some((mean) => mean === null)) return null;
  const [will = 0, trust = 0, room = 0, plan = 0] = means as number[];
  return {
    score: Math.round(25 * ((will + trust + room + plan) / 4 - 1)),
    facets: { will, trust, room, plan },
  };
}

/** Margin of error of a score. It is 10 until the organisation has 30 complete answers to compute it from. */
export const PROPENSITY_MARGIN = 10;

/** The response of GET and PUT /api/propensity: the latest result and the earlier ones. */
export const propensityResultSchema = z.object({
  score: z.int(),
  margin: z.int(),
  facets: z.object({ will: z.number(), trust: z.number(), room: z.number(), plan: z.number() }),
  stage: propensityAnswersSchema.shape.stage,
  answers: propensityAnswersSchema.shape.answers,
  answeredAt: instant,
});
export type PropensityResult = z.infer<typeof propensityResultSchema>;
/** Answers that are not submitted yet, so that a person can continue on another device. */
export const propensityDraftSchema = z.object({
  /** The question at which the person stopped. */
  at: z.int().check(z.minimum(0), z.maximum(propensityItems.length)),
  values: z.record(z.string().check(z.maxLength(2)), answer),
  stage: z.nullable(propensityAnswersSchema.shape.stage),
  submissionId: propensityAnswersSchema.shape.submissionId,
});
export type PropensityDraft = z.infer<typeof propensityDraftSchema>;
/** PUT /api/propensity/draft; null deletes it. */
export const propensityDraftChangeSchema = z.object({ draft: z.nullable(propensityDraftSchema) });

/** A topic of an active program that suits a weak facet, with the numbers on which the choice is based. */
export const topicSuggestionSchema = z.object({
  facet: z.enum(facets),
  programId: z.string(),
  programName: z.string(),
  topicId: z.string(),
  title: z.string(),
  minutes: z.int(),
  practices: z.int(),
  challenges: z.int(),
  completions: z.int(),
  /**
   * Whether the topic can be called one of the best of the open topics by the rule of the facet. It cannot if all are
   * alike, or if the better ones are suggested for other facets.
   */
  isAmongBest: z.boolean(),
});
export type TopicSuggestion = z.infer<typeof topicSuggestionSchema>;

/** If a person answers again sooner, the result shows only the margin of error, not a change. */
export const RETAKE_DAYS = 90;
/** After this many held sessions, it makes sense to answer again earlier. */
export const RETAKE_SESSIONS = 3;

export const propensitySchema = z.object({
  latest: z.nullable(propensityResultSchema),
  earlier: z.array(propensityResultSchema),
  draft: z.nullable(propensityDraftSchema),
  /**
   * Cronbach's alpha of the organisation's answers, from which the margin is computed; null: the default margin
   * applies.
   */
  alpha: z.nullable(z.number()),
  /** The day from which it makes sense to answer again. */
  againFrom: z.nullable(day),
  suggestions: z.array(topicSuggestionSchema),
  /** Whether the coaches can read the latest result. */
  isShared: z.boolean(),
  coaches: z.array(participantSchema),
});
export type Propensity = z.infer<typeof propensitySchema>;

/** PUT /api/propensity/sharing */
export const propensitySharingSchema = z.object({ isShared: z.boolean() });

/** GET /api/propensity/shared: the results that people share with the viewer, who is their coach. */
export const sharedReadinessSchema = z.object({
  people: z.array(
    z.object({
      person: participantSchema,
      score: z.int(),
      facets: propensityResultSchema.shape.facets,
      stage: propensityAnswersSchema.shape.stage,
      answeredAt: instant,
    }),
  ),
});
export type SharedReadiness = z.infer<typeof sharedReadinessSchema>;

export const propensityBands = [
  { from: 0, to: 24 },
  { from: 25, to: 49 },
  { from: 50, to: 74 },
  { from: 75, to: 100 },
] as const;

/** GET /api/admin/readiness: scores in bands for the last full quarters. Null: protected or no answers. */
export const readinessDistributionSchema = z.object({
  smallestGroup: z.int(),
  quarters: z.array(
    z.object({
      from: day,
      figures: z.nullable(z.object({ people: z.int(), counts: z.array(z.int()) })),
    }),
  ),
});
export type ReadinessDistribution = z.infer<typeof readinessDistributionSchema>;
