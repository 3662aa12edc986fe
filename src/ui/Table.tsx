import type { ReactNode } from 'react';
import './tables.css';

/**
 * A table at its full width, rows of cells in a narrow one. Laid out by other means a table loses its meaning in some
 * browsers, so each part says its role itself (spread, since the tools take it for a repetition).
 */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

export interface Column {
  name: string;
  /** Numbers stand at the right. */
  isNumber?: boolean;
  /** The head is for those who do not see the column. */
  isHidden?: boolean;
}

interface TableProps {
  caption: string;
  columns: readonly Column[];
  children: ReactNode;
}

export function Table({ caption, columns, children }: TableProps) {
  return (
    <table className="table" {...roles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...roles.group}>
        <tr {...roles.row}>
          {columns.map(({ name, isNumber, isHidden }) => (
            <th key={name} scope="col" className={isNumber ? 'number' : undefined} {...roles.columnHead}>
              {isHidden ? <span className="visually-hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}

export const TableBody = ({ className, children }: { className?: string; children: ReactNode }) => (
  <tbody className={className} {...roles.group}>
    {children}
  </tbody>
);

/** The name of the rows under it, over the table's whole width. */
export const TableGroupHead = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr className="table-group" {...roles.row}>
    <th colSpan={columns} scope="rowgroup" {...roles.rowHead}>
      <span className="title-3">{children}</span>
    </th>
  </tr>
);

export const TableRow = ({ head, children }: { head: ReactNode; children: ReactNode }) => (
  <tr {...roles.row}>
    <th scope="row" {...roles.rowHead}>
      {head}
    </th>
    {children}
  </tr>
);

interface TableCellProps {
  /** The column's name, shown beside the value where there are no columns. */
  label?: string;
  isNumber?: boolean;
  /** Stands beside the name where there are no columns. */
  isAction?: boolean;
  className?: string;
  children: ReactNode;
}

export const TableCell = ({
  label,
  isNumber = false,
  isAction = false,
  className = '',
  children,
}: TableCellProps) => (
  <td
    data-l={label}
    className={[isNumber && 'figures number', isAction && 'action', className].filter(Boolean).join(' ')}
    {...roles.cell}
  >
    {label ? <div>{children}</div> : children}
  </td>
);
