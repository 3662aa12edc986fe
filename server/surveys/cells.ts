import type { Cell } from '#contract/surveys/results.ts';
import { enpsOf, meanOf } from './statistics.ts';
import type { Item, Vote } from './tally.ts';

export const PROTECTED: Cell = { kind: 'protected' };

export const isUnanimous = (votes: readonly Vote[]) => votes.every(({ same }) => same === votes[0]?.same);

/** Equal answers of a group, as a range of neighbouring options. */
export function unanimousCell({ options, scale }: Item, votes: readonly Vote[]): Cell {
  const last = options.length - 1;
  const chosen = votes[0]?.picks[0] ?? 0;
  return scale
    ? { kind: 'band', from: Math.max(0, chosen - 1), to: Math.min(last, chosen + 1) }
    : { kind: 'band', from: 0, to: last };
}

export const countsByOption = ({ options }: Pick<Item, 'options'>, votes: readonly Vote[]) =>
  options.map((_, index) => votes.filter(({ picks }) => picks.includes(index)).length);

export function figuresOf({ options, scale, isNps }: Item, votes: readonly Vote[]): Cell {
  const scores = votes.flatMap(({ score }) => score ?? []);
  const ranked = votes.flatMap(({ places }) => (places ? [places] : []));
  return {
    kind: 'figures',
    n: votes.length,
    counts: countsByOption({ options }, votes),
    mean: scale && meanOf(scores, scale),
    enps: isNps ? enpsOf(scores) : null,
    places:
      ranked.length === 0
        ? null
        : options.map((_, index) => {
            const sum = ranked.reduce((total, places) => total + (places[index] ?? 0), 0);
            return Math.round((sum / ranked.length) * 100) / 100;
          }),
  };
}
