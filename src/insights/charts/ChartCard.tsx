import { ImageDown } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Definition } from '#src/insights/Definition.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { savePicture } from './savePicture.ts';

export interface ChartTable {
  columns: readonly string[];
  /** The first cell names the row. */
  rows: readonly (readonly string[])[];
  /** The sum of the rows. */
  total?: readonly string[];
}

interface ChartCardProps {
  title: string;
  definition?: string;
  /** A description of the chart in words. */
  sentence: string;
  /** The same figures. Charts that are tables themselves have none. */
  table?: ChartTable;
  /** Written below a saved picture. */
  caption?: string;
  isWide?: boolean;
  children: ReactNode;
}

/** A chart with its title, a description, its figures as a table, and a button that saves it as a picture. */
export function ChartCard({
  title,
  definition,
  sentence,
  table,
  caption,
  isWide = false,
  children,
}: ChartCardProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  return (
    <section className={isWide ? 'card chart-card chart-wide' : 'card chart-card'} aria-labelledby={id}>
      <div className="chart-head">
        <h2 className="title-2" id={id}>
          {title}
        </h2>
        {definition && <Definition of={title}>{definition}</Definition>}
        {caption && (
          <IconButton
            small
            className="chart-save"
            label={`Save “${title}” as PNG`}
            onClick={() => void savePicture(place.current, { title, caption })}
          >
            <ImageDown className="icon icon-small" />
          </IconButton>
        )}
      </div>
      <p className="chart-sentence text-2">{sentence}</p>
      <div ref={place}>{children}</div>
      {table && (
        <Disclosure summary="Show as table" className="chart-twin">
          <FigureTable caption={title} table={table} />
        </Disclosure>
      )}
    </section>
  );
}

const FigureTable = ({
  caption,
  table: { columns, rows, total },
}: {
  caption: string;
  table: ChartTable;
}) => (
  <div className="figure-scroll">
    <table className="figure-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells]) => (
          <tr key={head}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row">{total[0]}</th>
            {total.slice(1).map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  </div>
);
