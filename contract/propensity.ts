import * as z from 'zod/mini';
import { instant } from './text.ts';

/** The readiness questions: four facets of three statements, 1 = not at all true … 5 = very true, and one unscored stage. */
export const facets = ['will', 'trust', 'room', 'plan'] as const;
export type Facet = (typeof facets)[number];
export const facetNames: Record<Facet, string> = {
  will: 'Will',
  trust: 'Trust in yourself',
  room: 'Room and support',
  plan: 'Plan',
};

export interface PropensityItem {
  key: string;
  facet: Facet;
  text: string;
  /** A yes speaks against readiness: counted as 6 − answer. */
  isReversed: boolean;
}
const item = (key: string, facet: Facet, text: string, isReversed = false): PropensityItem => ({
  key,
  facet,
  text,
  isReversed,
});
export const propensityItems: readonly PropensityItem[] = [
  item('W1', 'will', 'This change matters to me, not only to others.'),
  item('W2', 'will', 'I can say what gets better if I succeed.'),
  item('W3', 'will', 'I could leave this as it is without loss.', true),
  item('S1', 'trust', 'When practice goes badly I try again soon.'),
  item('S2', 'trust', 'I have changed a work habit before.'),
  item('S3', 'trust', 'People like me do not change much.', true),
  item('R1', 'room', 'I can free 30 minutes a week.'),
  item('R2', 'room', 'Someone at work will notice and back me.'),
  item('R3', 'room', 'My surroundings pull me back to the old way.', true),
  item('P1', 'plan', 'I know the first situation in which I will try it.'),
  item('P2', 'plan', 'I write down what I intend to do.'),
  item('P3', 'plan', 'I will see as it comes.', true),
];

export const stages = [
  { key: 'not_thinking', text: 'Not thinking of it' },
  { key: 'thinking', text: 'Thinking of it' },
  { key: 'preparing', text: 'Preparing' },
  { key: 'started', text: 'Started' },
  { key: 'kept_up', text: 'Kept up for 6 months' },
] as const;
export type Stage = (typeof stages)[number]['key'];

const answer = z.nullable(z.int().check(z.minimum(1), z.maximum(5)));
/** PUT /api/propensity. An answer is 1 to 5 or null (skipped, at most one in a facet). */
export const propensityAnswersSchema = z.object({
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
  /** Mean of the keyed answers of each facet, 1 to 5. */
  facets: Record<Facet, number>;
}

/** round(25 × (mean of the four facets − 1)), 0 to 100; null while a facet has fewer than two answers. */
export function scorePropensity(answers: Record<string, number | null>): PropensityScore | null {
  const means = facets.map((facet) => {
    const keyed = propensityItems
      .filter((one) => one.facet === facet)
      .flatMap(({ key, isReversed }) => {
        const value = answers[key];
        return value == null ? [] : [isReversed ? 6 - value : value];
      });
    return keyed.length < 2 ? null : keyed.reduce((sum, value) => sum + value, 0) / keyed.length;
  });
  if (means.some((mean) => mean === null)) return null;
  const [will = 0, trust = 0, room = 0, plan = 0] = means as number[];
  return {
    score: Math.round(25 * ((will + trust + room + plan) / 4 - 1)),
    facets: { will, trust, room, plan },
  };
}

/** How far a score may be off; 10 until the organisation has 30 complete answers to compute it from. */
export const PROPENSITY_MARGIN = 10;

/** GET /api/propensity and the answer to PUT: the latest result, and those before it. */
export const propensityResultSchema = z.object({
  score: z.int(),
  margin: z.int(),
  facets: z.object({ will: z.number(), trust: z.number(), room: z.number(), plan: z.number() }),
  stage: propensityAnswersSchema.shape.stage,
  answers: propensityAnswersSchema.shape.answers,
  answeredAt: instant,
});
export type PropensityResult = z.infer<typeof propensityResultSchema>;
export const propensitySchema = z.object({
  latest: z.nullable(propensityResultSchema),
  earlier: z.array(propensityResultSchema),
});
export type Propensity = z.infer<typeof propensitySchema>;
