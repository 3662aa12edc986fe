/**
 * What the figures of a program count. Every number on screen, every list of people behind it and every export uses these
 * conditions, so that they cannot differ. See docs/decisions/0063-insights.md.
 */

/**
 * How far a person got, from 1 (invited) to 6 (completed). A person who reached a stage has also reached the
 * earlier ones.
 */
export const stages = ['invited', 'accepted', 'chose', 'first_step', 'half', 'completed'] as const;
export type Stage = (typeof stages)[number];

/** What became of a person. `left` are people who left the organisation while they took part. */
export const outcomes = ['open', 'completed', 'declined', 'withdrawn', 'left'] as const;
export type Outcome = (typeof outcomes)[number];

/** What a stalled learner is missing: the first of these that applies. */
export const stallReasons = [
  'no_topics',
  'no_answer',
  'no_session',
  'not_completed',
  'blocked',
  'no_step',
] as const;
export type StallReason = (typeof stallReasons)[number];

export const paces = ['on_pace', 'behind', 'overdue'] as const;
export type Pace = (typeof paces)[number];

/** A learner is stalled after `STALLED_DAYS` days without activity. An activity is recent for `RECENT_DAYS` days. */
export const STALLED_DAYS = 21;
export const RECENT_DAYS = 28;

/** Everything that the measures need to know about a person at a point in time. */
export interface PersonClass {
  /** 1 to 6. */
  stage: number;
  outcome: Outcome;
  /** The person accepted, and has neither completed nor left the program. */
  isLearner: boolean;
  /** A learner with an activity in the last RECENT_DAYS days. */
  isRecent: boolean;
  /** Only for stalled learners. */
  reason: StallReason | null;
  /** Only for learners with a due date and topics, or with a due date that has passed. */
  pace: Pace | null;
}

export interface Condition extends Partial<Omit<PersonClass, 'reason'>> {
  minStage?: number;
  reason?: StallReason | 'any';
}

export const measures = {
  invited: { minStage: 1 },
  accepted: { minStage: 2 },
  chose: { minStage: 3 },
  first_step: { minStage: 4 },
  half: { minStage: 5 },
  completed: { minStage: 6 },
  learners: { isLearner: true },
  active: { isRecent: true },
  stalled: { reason: 'any' },
  on_pace: { pace: 'on_pace' },
  behind: { pace: 'behind' },
  overdue: { pace: 'overdue' },
} as const satisfies Record<string, Condition>;
export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as Measure[];

/** The definition of each measure, as it is shown next to the number and written into exports. */
export const definitions: Record<Measure, string> = {
  invited:
    'People who were invited to the program or joined themselves, each counted once, in their latest run.',
  accepted: 'People who accepted the invitation or joined themselves, including those who left later.',
  chose: 'People who accepted and have chosen at least as many topics as the program requires.',
  first_step: 'People with chosen topics who have done at least 1 required step. Waived steps count as done.',
  half: 'People with chosen topics who have done at least half of the required steps of these topics.',
  completed: 'People who have completed the program.',
  learners: 'People who accepted and have neither completed nor left the program.',
  active: `Learners with a step, a chosen or completed topic, a check-in or a held session in the last ${RECENT_DAYS} days.`,
  stalled: `Learners without a step, a chosen or completed topic, a check-in or a held session for ${STALLED_DAYS} days or more.`,
  on_pace:
    'Learners with topics and a due date who have done as many steps as an even pace from joining to the due date requires.',
  behind:
    'Learners with topics and a due date who have done fewer steps than an even pace from joining to the due date requires.',
  overdue: 'Learners whose due date has passed.',
};

/** Conditions that narrow a measure to a part of its number. */
export interface Part {
  /** People whose last stage this is. */
  stopped?: Stage | undefined;
  outcome?: Outcome | undefined;
  reason?: StallReason | undefined;
}

export const conditionOf = (measure: Measure, { stopped, outcome, reason }: Part = {}): Condition => ({
  ...measures[measure],
  ...(stopped && { stage: stages.indexOf(stopped) + 1 }),
  ...(outcome && { outcome }),
  ...(reason && { reason }),
});

export function matches(condition: Condition, person: PersonClass): boolean {
  const { minStage, reason, ...same } = condition;
  if (minStage !== undefined && person.stage < minStage) return false;
  if (reason !== undefined && (reason === 'any' ? person.reason === null : person.reason !== reason))
    return false;
  return Object.entries(same).every(([name, value]) => person[name as keyof PersonClass] === value);
}
