import { ArrowDown, ArrowUp } from 'lucide-react';
import type { HTMLAttributes, ReactNode } from 'react';
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
  /** Only screen readers read the table head. */
  isHidden?: boolean;
  /** The list can be sorted by this column. `order` is null while another column sorts it. */
  sort?: { order: 'ascending' | 'descending' | null; onSort: () => void };
  /** Replaces the column name in the table head. */
  content?: ReactNode;
  className?: string;
}

interface TableProps {
  caption: string;
  className?: string;
  /** True while new rows are loading; the old ones stay. */
  isBusy?: boolean;
  columns: readonly Column[];
  children: ReactNode;
}

export function Table({ caption, className = '', isBusy = false, columns, children }: TableProps) {
  return (
    <table className={`table ${className}`.trim()} aria-busy={isBusy || undefined} {...roles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...roles.group}>
        <tr {...roles.row}>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              className={
                [column.isNumber && 'number', column.className].filter(Boolean).join(' ') || undefined
              }
              aria-sort={column.sort?.order ?? undefined}
              {...roles.columnHead}
            >
              <ColumnHead column={column} />
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}

function ColumnHead({ column: { name, isHidden, sort, content } }: { column: Column }) {
  if (content) return content;
  if (isHidden) return <span className="visually-hidden">{name}</span>;
  if (!sort) return name;
  const Arrow = sort.order === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button type="button" className="sort" onClick={sort.onSort}>
      {name}
      {sort.order && <Arrow className="icon" aria-hidden="true" />}
    </button>
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

interface TableRowProps extends HTMLAttributes<HTMLTableRowElement> {
  /** A cell before the row's name, such as its checkbox. */
  lead?: ReactNode;
  head: ReactNode;
  children: ReactNode;
}

export const TableRow = ({ lead, head, children, ...row }: TableRowProps) => (
  <tr {...row} {...roles.row}>
    {lead !== undefined && (
      <td className="lead" {...roles.cell}>
        {lead}
      </td>
    )}
    <th scope="row" {...roles.rowHead}>
      {head}
    </th>
    {children}
  </tr>
);

/** Details of the row above, across all columns. */
export const TableDetailRow = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr className="table-detail" {...roles.row}>
    <td colSpan={columns} {...roles.cell}>
      {children}
    </td>
  </tr>
);

interface TableCellProps {
  /** The column's name, shown next to the value on narrow screens. */
  label?: string;
  isNumber?: boolean;
  /** Shown next to the row's name on narrow screens. */
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
