import {
  conditionOf,
  type Measure,
  matches,
  measureNames,
  type Outcome,
  outcomes,
  type Part,
  type PersonClass,
  type Stage,
  type StallReason,
  stages,
  stallReasons,
} from './measures.ts';

/** People of the same class, with the sums of their required steps. */
export interface PersonGroup extends PersonClass {
  people: number;
  done: number;
  total: number;
}

export const countPeople = (groups: readonly PersonGroup[], measure: Measure, part: Part = {}): number => {
  const condition = conditionOf(measure, part);
  return groups.reduce((sum, group) => (matches(condition, group) ? sum + group.people : sum), 0);
};

export interface CountedFigures {
  counts: Record<Measure, number>;
  /** People who reached a stage and no later one, by their outcome. Outcomes without people are left out. */
  stopped: { stage: Stage; outcome: Outcome; people: number }[];
  reasons: { reason: StallReason; people: number }[];
  /** Required steps of the chosen topics, for people who did not decline or leave. */
  steps: { done: number; total: number };
}

/** All figures that count people, from the groups that the server reads. */
export function countFigures(groups: readonly PersonGroup[]): CountedFigures {
  const counts = Object.fromEntries(
    measureNames.map((measure) => [measure, countPeople(groups, measure)]),
  ) as Record<Measure, number>;
  const stopped = stages
    .flatMap((stage) =>
      outcomes.map((outcome) => ({
        stage,
        outcome,
        people: countPeople(groups, 'invited', { stopped: stage, outcome }),
      })),
    )
    .filter(({ people }) => people > 0);
  const reasons = stallReasons
    .map((reason) => ({ reason, people: countPeople(groups, 'stalled', { reason }) }))
    .filter(({ people }) => people > 0);
  const taking = groups.filter(({ outcome }) => outcome === 'open' || outcome === 'completed');
  return {
    counts,
    stopped,
    reasons,
    steps: {
      done: taking.reduce((sum, { done }) => sum + done, 0),
      total: taking.reduce((sum, { total }) => sum + total, 0),
    },
  };
}

export interface Interval {
  low: number;
  high: number;
}

/** The 95% interval of a share by Wilson, in percent. Null without people. */
export function intervalOf(part: number, all: number): Interval | null {
  if (all === 0) return null;
  const z = 1.96;
  const share = part / all;
  const scale = 1 + z ** 2 / all;
  const middle = (share + z ** 2 / (2 * all)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  return {
    low: Math.max(0, Math.round(100 * (middle - half))),
    high: Math.min(100, Math.round(100 * (middle + half))),
  };
}

/** Rounded down, so that 100 means all. */
export const shareOf = (part: number, all: number): number | null =>
  all === 0 ? null : Math.floor((100 * part) / all);

/** A figure that can reveal something about one person if the group is small. */
export type ProtectedFigure = { kind: 'protected' } | { kind: 'mean'; n: number; mean: number };

/** Ratings of people who take part in the same programs. */
export interface RatingPart {
  /**
   * Whether they take part in the program that the figure is about. The others take part in programs whose figures may
   * also be shown.
   */
  isOwn: boolean;
  n: number;
  sum: number;
  low: number;
  high: number;
}

/**
 * The mean of confidential ratings, or nothing when a part has fewer than `k` ratings, or all of its ratings are the
 * same. Combining the figures of several programs reveals only sums of whole parts.
 */
export function protectMean(parts: readonly RatingPart[], k: number): ProtectedFigure {
  const isSafe = parts.every(({ n, low, high }) => n >= Math.max(k, 2) && low !== high);
  const own = parts.filter(({ isOwn }) => isOwn);
  const n = own.reduce((total, part) => total + part.n, 0);
  if (!isSafe || n === 0) return { kind: 'protected' };
  const sum = own.reduce((total, part) => total + part.sum, 0);
  return { kind: 'mean', n, mean: Math.round((10 * sum) / n) / 10 };
}
