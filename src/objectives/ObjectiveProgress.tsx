import type { Measure, Objective } from '#contract/learning/objectives.ts';
import { Leaf } from '#src/ui/display/ErrorIllustration.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { currentValue, measureText, withUnit } from './objectiveLabels.ts';

const WIDTH = 320;
const HEIGHT = 72;
const EDGE = 8;

interface Point {
  at: string;
  value: number;
}

/** The start value, then the values of notes, oldest first. */
function pointsOf({ measure, notes, createdAt }: Objective): Point[] {
  if (measure.kind !== 'number') return [];
  const noted = notes.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]));
  return [{ at: createdAt, value: measure.from }, ...noted.toSorted((a, b) => a.at.localeCompare(b.at))];
}

/** How far an objective has come: its current value and the values of its notes as a line. */
export function ObjectiveProgress({ objective }: { objective: Objective }) {
  const { shortDay } = useFormats();
  const { measure, notes, state, createdAt } = objective;
  const points = pointsOf(objective);
  const before = points.at(-2);
  if (measure.kind === 'text' && state !== 'achieved') return null;
  return (
    <section className="card objective-progress" aria-labelledby="progress">
      {state === 'achieved' && (
        <svg className="objective-achieved" viewBox="-6 -12 22 19" aria-hidden="true">
          <Leaf at="translate(4 0) rotate(-30) scale(1.2)" />
          <Leaf at="translate(4 0) rotate(205) scale(0.9)" />
        </svg>
      )}
      <div className="stack grow">
        <h2 className="title-3" id="progress">
          {state === 'achieved' ? 'Objective achieved' : 'Progress'}
        </h2>
        <p className="strong figures">{currentValue(objective) ?? measureText(measure)}</p>
        {before && (
          <p className="small text-2">{`It was ${formatNumber(before.value)} on ${shortDay(before.at)}.`}</p>
        )}
        {state === 'achieved' && notes.length > 0 && (
          <p className="small text-2">
            {plural(
              notes.length,
              `# note since ${shortDay(createdAt)}.`,
              `# notes since ${shortDay(createdAt)}.`,
            )}
          </p>
        )}
        {measure.kind === 'number' && points.length > 1 && (
          <>
            <Line points={points} measure={measure} />
            <p className="small text-3">
              {`Dotted line: the start value of ${formatNumber(measure.from)}. Dashed line: the target of ${withUnit(measure.to, measure.unit)}.`}
            </p>
          </>
        )}
        {measure.kind === 'number' && points.length < 2 && objective.can.note && (
          <p className="small text-3">Add a value with a note to see the trend.</p>
        )}
      </div>
    </section>
  );
}

function Line({ points, measure }: { points: Point[]; measure: Extract<Measure, { kind: 'number' }> }) {
  const { shortDay } = useFormats();
  const { from, to, unit } = measure;
  const times = points.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const x = (at: string) =>
    EDGE + ((Date.parse(at) - first) / Math.max(1, last - first)) * (WIDTH - 2 * EDGE);
  const y = ({ value }: Point) => {
    const part = Math.min(1.1, Math.max(-0.1, (value - from) / (to - from)));
    return HEIGHT - 2 * EDGE - part * (HEIGHT - 4 * EDGE);
  };
  const [start, target] = [y({ at: '', value: from }), y({ at: '', value: to })];
  const text = points.map((point) => `${shortDay(point.at)}: ${formatNumber(point.value)}`).join(', ');
  return (
    <svg
      className="objective-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Trend${unit ? ` in ${unit}` : ''}, from ${formatNumber(from)} to ${formatNumber(to)}. ${text}`}
    >
      <path className="objective-start" d={`M0 ${start}h${WIDTH}`} />
      <path className="objective-target" d={`M0 ${target}h${WIDTH}`} />
      <path
        className="objective-path"
        d={points
          .map((point, index) => `${index ? 'L' : 'M'}${x(point.at).toFixed(1)} ${y(point).toFixed(1)}`)
          .join('')}
      />
      {points.map((point, index) => (
        <circle
          key={`${point.at} ${index}`}
          cx={x(point.at)}
          cy={y(point)}
          r={index === points.length - 1 ? 4.5 : 2.5}
        />
      ))}
    </svg>
  );
}
