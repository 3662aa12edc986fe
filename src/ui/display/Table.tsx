import type { ReactNode } from 'react';
import './tables.css';

/**
 * A table on wide screens and stacked rows on narrow ones. Some browsers drop the table roles when a style sheet
 * changes `display`, so each part sets its role. The roles are spread props, because the linter reports a literal role
 * attribute as redundant.
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
  /** Numbers are aligned to the end. */
  isNumber?: boolean;
  /** The head is read by screen readers only. */
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

/** A heading for the rows below it, across all columns. */
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
  /** The column's name, shown beside the value on narrow screens. */
  label?: string;
  isNumber?: boolean;
  /** Shown beside the row's name on narrow screens. */
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
