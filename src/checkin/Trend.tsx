import { useId, useState } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';

export interface TrendPoint {
  week: string;
  /** 1 to 5; null: no answer. */
  value: number | null;
}
interface TrendProps {
  title: string;
  /** The labels of 1 and 5. */
  scale: string;
  points: readonly TrendPoint[];
  /** The text for a period without a value. */
  none: string;
}

const WIDTH = 300;
const HEIGHT = 54;
const EDGE = 8;

const xOf = (index: number, count: number) => EDGE + (index * (WIDTH - 3 * EDGE)) / Math.max(1, count - 1);
const yOf = (value: number) => HEIGHT - EDGE - ((value - 1) * (HEIGHT - 2 * EDGE)) / 4;

/** The lines between neighbouring values. A period without a value leaves a gap. */
export function linesOf(points: readonly TrendPoint[]): string {
  let isOpen = false;
  return points
    .map(({ value }, index) => {
      if (value === null) {
        isOpen = false;
        return '';
      }
      const command = isOpen ? 'L' : 'M';
      isOpen = true;
      return `${command}${xOf(index, points.length).toFixed(1)} ${yOf(value).toFixed(1)}`;
    })
    .join('');
}

/** Values of 1 to 5 over time, as a line and as a table. */
export function Trend({ title, scale, points, none }: TrendProps) {
  const id = useId();
  const { shortDay } = useFormats();
  const [isTable, setTable] = useState(false);
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const last = points.findLast(({ value }) => value !== null);
  const text = points.map(({ week, value }) => `${shortDay(week)}: ${value ?? none}`).join(', ');
  return (
    <section className="trend" aria-labelledby={id}>
      <div className="trend-head">
        <h3 className="title-3" id={id}>
          {title}
        </h3>
        <Button variant="link" small aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as a chart' : 'Show as a table'}
        </Button>
      </div>
      {values.length === 0 && <p className="small text-3">{none}</p>}
      {values.length > 0 && !isTable && (
        <svg
          className="trend-line"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`${title}, ${scale}. ${text}`}
        >
          <path className="trend-grid" d={`M0 ${yOf(5)}h${WIDTH}M0 ${yOf(1)}h${WIDTH}`} />
          <path className="trend-path" d={linesOf(points)} />
          {points.map(({ week, value }, index) =>
            value === null ? null : (
              <circle
                key={week}
                cx={xOf(index, points.length)}
                cy={yOf(value)}
                r={last?.week === week ? 4.5 : 2}
              />
            ),
          )}
        </svg>
      )}
      {values.length > 0 && isTable && (
        <Table
          caption={`${title}, ${scale}`}
          columns={[{ name: 'Period from' }, { name: title, isNumber: true }]}
        >
          <TableBody>
            {points.map(({ week, value }) => (
              <TableRow key={week} head={shortDay(week)}>
                <TableCell isNumber>{value ?? none}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <p className="small text-3">{`${scale}.`}</p>
    </section>
  );
}
