import { CircleAlert, Flag, MessageCircle, Play, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Challenge } from '#contract/learning/challenges.ts';
import type { ScenarioGraph } from '#contract/learning/scenarioGraph.ts';
import { levelsOf } from './scenarioLevels.ts';

type Scenario = Extract<Challenge, { kind: 'scenario' }>;

interface ScenarioMapProps {
  scenario: Scenario;
  graph: ScenarioGraph;
  openKey: string;
  onOpen: (key: string) => void;
}

/**
 * The scenes in rows, by the number of choices from the start. Arrow down follows the first choice, arrow up goes back, left and
 * right move within a row, Enter opens a scene.
 */
export function ScenarioMap({ scenario, graph, openKey, onOpen }: ScenarioMapProps) {
  const { places, start } = scenario;
  const rows = levelsOf(scenario);
  const numberOf = (key: string) => places.findIndex((place) => place.key === key) + 1;
  const move = (event: KeyboardEvent<HTMLElement>, place: Scenario['places'][number]) => {
    const row = rows.find((one) => one.includes(place.key)) ?? [];
    const at = row.indexOf(place.key);
    const target = {
      ArrowDown: place.choices.find(({ to }) => to !== null)?.to,
      ArrowUp: places.find(({ choices }) => choices.some(({ to }) => to === place.key))?.key,
      ArrowLeft: row[at - 1],
      ArrowRight: row[at + 1],
    }[event.key];
    if (!target) return;
    event.preventDefault();
    const map = event.currentTarget.closest('.scenario-map');
    map?.querySelector<HTMLElement>(`[data-scene="${target}"]`)?.focus();
  };
  return (
    <section className="scenario-map" aria-label="Map of the scenes">
      {rows.map((row) => (
        <ul key={row.join()} className="scenario-row">
          {row.map((key) => {
            const place = places.find((one) => one.key === key);
            if (!place) return null;
            const state = stateOf(key, graph, {
              isStart: key === start,
              hasChoices: place.choices.length > 0,
            });
            const Icon = icons[state];
            const targets = place.choices.map(({ to }) => (to === null ? 'ends' : String(numberOf(to))));
            return (
              <li key={key}>
                <button
                  type="button"
                  className="scenario-node"
                  data-scene={key}
                  data-state={state}
                  aria-pressed={key === openKey}
                  onClick={() => onOpen(key)}
                  onKeyDown={(event) => move(event, place)}
                >
                  <span className="row small text-2">
                    <Icon className="icon icon-small" aria-hidden="true" />
                    {`Scene ${numberOf(key)}${labels[state]}`}
                  </span>
                  <span className="scenario-node-text">{place.text || 'No text yet'}</span>
                  {targets.length > 0 && (
                    <span className="small text-3 figures">{`Leads to ${[...new Set(targets)].join(', ')}`}</span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
      ))}
    </section>
  );
}

type State = 'start' | 'scene' | 'ending' | 'dead-end' | 'unreachable';
const icons = {
  start: Play,
  scene: MessageCircle,
  ending: Flag,
  'dead-end': CircleAlert,
  unreachable: TriangleAlert,
} as const;
const labels: Record<State, string> = {
  start: ', start',
  scene: '',
  ending: ', ending',
  'dead-end': ', dead end',
  unreachable: ', not reachable',
};

function stateOf(
  key: string,
  { deadEnds, unreachable }: ScenarioGraph,
  { isStart, hasChoices }: { isStart: boolean; hasChoices: boolean },
): State {
  if (deadEnds.includes(key)) return 'dead-end';
  if (unreachable.includes(key)) return 'unreachable';
  if (isStart) return 'start';
  return hasChoices ? 'scene' : 'ending';
}
