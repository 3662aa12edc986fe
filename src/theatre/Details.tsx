import { Tree } from '#src/developer/Tree.tsx';
import '#src/developer/developer.css';
import { labelOf } from '#store/devtools/theatre.ts';
import type { TheatreState } from './createTheatre.ts';

interface Props {
  state: TheatreState;
  /** The shown entry. */
  at: number;
  onMove: (to: number) => void;
}
const placeOf = (from: TheatreState['timeline']['messages'][number]['from']) =>
  from === 'server' ? 'Server' : labelOf(from);

/** The shown action with its cause and effects, and the messages with their delays. */
export function Details({ state: { timeline, branches, position }, at, onMove }: Props) {
  const { entries, messages } = timeline;
  const shown = entries[at];
  const jump = (id: number) => {
    const index = entries.findIndex((entry) => entry.side === shown?.side && entry.id === id);
    if (index >= 0) onMove(index);
  };
  return (
    <div className="theatre-details">
      <section aria-labelledby="action-title">
        <h3 id="action-title">
          {shown ? `${labelOf(shown.side)} #${shown.id} ${shown.name}` : 'No action yet'}
        </h3>
        {branches.length > 0 ? (
          <Tree key={at} label="Cause and effect" branches={branches} onAction={jump} />
        ) : (
          <p>{position === null ? 'Move the slider to see why an action happened.' : 'Loading the cause…'}</p>
        )}
      </section>
      <section aria-labelledby="messages-title">
        <h3 id="messages-title">Messages on the wire</h3>
        {messages.length === 0 && <p>No message yet.</p>}
        <ol className="theatre-messages">
          {messages.toReversed().map(({ key, what, from, to, toIndex, delayMs }) => (
            <li key={key}>
              <button
                type="button"
                aria-current={toIndex === at || undefined}
                onClick={() => onMove(toIndex)}
              >
                <span>{`${placeOf(from)} → ${labelOf(to)}: ${what}`}</span>
                <span>{delayText(delayMs)}</span>
              </button>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

const delayText = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);
