import type { Challenge } from './challenges.ts';

type Scenario = Extract<Challenge, { kind: 'scenario' }>;

/** Problems with the paths through a scenario, by the key of the scene. */
export interface ScenarioGraph {
  /** Scenes that no choice leads to from the start. */
  unreachable: string[];
  /** Scenes from which no choice leads to an ending. */
  deadEnds: string[];
  /** Scenes that end the scenario. */
  endings: string[];
}

/** Follows the choices of a scenario. A choice without a scene, and a scene without choices, are endings. */
export function graphOf({ start, places }: Pick<Scenario, 'start' | 'places'>): ScenarioGraph {
  const known = new Set(places.map(({ key }) => key));
  const next = new Map(places.map(({ key, choices }) => [key, choices.flatMap(({ to }) => to ?? [])]));
  const endsHere = ({ choices }: Scenario['places'][number]) =>
    choices.length === 0 || choices.some(({ to }) => to === null);
  const endings = places.filter(endsHere).map(({ key }) => key);
  const reached = reach(known.has(start) ? [start] : [], (key) => next.get(key) ?? []);
  const before = (key: string) =>
    places.filter((one) => next.get(one.key)?.includes(key)).map((one) => one.key);
  const leadsToEnd = reach(endings, before);
  return {
    unreachable: places.filter(({ key }) => !reached.has(key)).map(({ key }) => key),
    deadEnds: places.filter(({ key }) => !leadsToEnd.has(key)).map(({ key }) => key),
    endings,
  };
}

/** All keys that can be reached from the given keys. */
function reach(from: readonly string[], nextOf: (key: string) => readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = [...from];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (reached.has(key)) continue;
    reached.add(key);
    open.push(...nextOf(key));
  }
  return reached;
}
