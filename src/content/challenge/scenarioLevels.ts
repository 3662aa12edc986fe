import type { Challenge } from '#contract/learning/challenges.ts';

type Scenario = Extract<Challenge, { kind: 'scenario' }>;

/** The keys of the scenes in rows, by the number of choices from the start. Scenes that cannot be reached are the last row. */
export function levelsOf({ start, places }: Pick<Scenario, 'start' | 'places'>): string[][] {
  const rows: string[][] = [];
  const placed = new Set<string>();
  let row = places.filter(({ key }) => key === start).map(({ key }) => key);
  while (row.length > 0) {
    rows.push(row);
    for (const key of row) placed.add(key);
    const next = row.flatMap(
      (key) => places.find((place) => place.key === key)?.choices.flatMap(({ to }) => to ?? []) ?? [],
    );
    row = places.map(({ key }) => key).filter((key) => next.includes(key) && !placed.has(key));
  }
  const rest = places.map(({ key }) => key).filter((key) => !placed.has(key));
  return rest.length > 0 ? [...rows, rest] : rows;
}
