import { labelOf } from '#store/devtools/theatre.ts';
import type { Side, Timeline } from '#store/devtools/timeline.ts';

interface Props {
  timeline: Timeline;
  /** The shown entry. */
  at: number;
  sides: readonly Side[];
}
const LANE: Record<Side | 'server', number> = { learner: 14, server: 38, manager: 62 };
const HEIGHT = 76;

/** A lane for each side, and a line for each message between them. Every action has the same width, as on the slider. */
export function TimelinePicture({ timeline: { entries, messages }, at, sides }: Props) {
  const x = (index: number) => `${entries.length > 1 ? (index / (entries.length - 1)) * 100 : 0}%`;
  const nameOf = (side: Side) =>
    `${entries.filter((entry) => entry.side === side).length} actions of the ${side}`;
  return (
    <div className="theatre-picture">
      <div className="theatre-lanes" aria-hidden="true">
        {Object.entries(LANE).map(([lane, y]) => (
          <span key={lane} style={{ insetBlockStart: y }}>
            {lane === 'server' ? 'Server' : labelOf(lane as Side)}
          </span>
        ))}
      </div>
      <svg
        height={HEIGHT}
        role="img"
        aria-label={`${sides.map(nameOf).join(', ')}, ${messages.length} messages between them`}
      >
        {sides.map((side) => (
          <line key={side} className="lane" x1="0" x2="100%" y1={LANE[side]} y2={LANE[side]} />
        ))}
        <line className="position" x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />
        {messages.map(({ key, from, fromIndex, to, toIndex }) => (
          <line
            key={key}
            className="wire"
            data-from={from}
            data-shown={toIndex === at || fromIndex === at || undefined}
            x1={x(fromIndex ?? Math.max(0, toIndex - 1))}
            y1={LANE[from]}
            x2={x(toIndex)}
            y2={LANE[to]}
          />
        ))}
        {entries.map(({ side, id, hasFailed }, index) => (
          <circle
            key={`${side} ${id}`}
            className="action"
            data-side={side}
            data-failed={hasFailed || undefined}
            data-future={index > at || undefined}
            cx={x(index)}
            cy={LANE[side]}
            r={index === at ? 6 : 3}
          />
        ))}
      </svg>
    </div>
  );
}
