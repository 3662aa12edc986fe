import { ChevronDown, ChevronRight, TriangleAlert } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Departments } from '#contract/administration/departments.ts';
import { fullName } from '#contract/people.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { Branches, MAX_INDENT } from './Branches.tsx';
import type { TreeRow } from './treeRows.ts';
import { useTreeKeys } from './useTreeKeys.ts';

/** Spread, because the linter reports a role that changes a table. */
const TREEGRID = { role: 'treegrid' } as const;

interface DepartmentTreeProps extends Pick<Departments, 'people' | 'withoutDepartment'> {
  rows: readonly TreeRow[];
  selectedId: number | null;
  /** A search shows only a part of the tree, whose sums do not match the total. */
  isComplete: boolean;
  onToggle: (departmentId: number) => void;
  onSelect: (departmentId: number) => void;
}

/** The tree as a table with one tab stop. The arrow keys move it. */
export function DepartmentTree(props: DepartmentTreeProps) {
  const { rows, selectedId, isComplete, people, withoutDepartment, onToggle, onSelect } = props;
  const keysOf = useTreeKeys({ rows, selectedId, onToggle, onSelect });
  return (
    <table className="tree" {...TREEGRID} aria-label="Departments">
      <thead>
        <tr>
          <th scope="col">Department</th>
          <th scope="col" className="tree-head">
            Head
          </th>
          <th scope="col" className="number">
            Direct
          </th>
          <th scope="col" className="number">
            In total
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.departmentId}
            {...keysOf(row)}
            aria-level={row.level}
            aria-posinset={row.position}
            aria-setsize={row.neighbours}
            aria-expanded={row.hasChildren ? row.isOpen : undefined}
            aria-selected={row.departmentId === selectedId}
            className={row.level === 1 ? 'tree-top' : undefined}
            onClick={() => onSelect(row.departmentId)}
          >
            <Cells row={row} onToggle={onToggle} />
          </tr>
        ))}
      </tbody>
      {isComplete && (
        <tfoot>
          <tr>
            <th scope="row">No department</th>
            <td className="tree-head">
              <span className="visually-hidden">None</span>
            </td>
            <td className="number figures">{formatNumber(withoutDepartment)}</td>
            <td className="number figures">{formatNumber(withoutDepartment)}</td>
          </tr>
          <tr className="tree-sum">
            <th scope="row">All people</th>
            <td className="tree-head">
              <span className="visually-hidden">None</span>
            </td>
            <td className="number figures">{formatNumber(people)}</td>
            <td className="number figures">{formatNumber(people)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Cells({ row, onToggle }: { row: TreeRow; onToggle: (departmentId: number) => void }) {
  const { departmentId, name, head, direct, total, level, above, hasChildren, isOpen, below } = row;
  const toggle = (event: MouseEvent) => {
    event.stopPropagation();
    onToggle(departmentId);
  };
  return (
    <>
      <th scope="row">
        <div className="tree-name">
          <Branches row={row} />
          {hasChildren ? (
            <IconButton
              label={isOpen ? `Collapse ${name}` : `Expand ${name}`}
              className="tree-toggle"
              tabIndex={-1}
              onClick={toggle}
            >
              {isOpen ? (
                <ChevronDown className="icon icon-small" />
              ) : (
                <ChevronRight className="icon icon-small" />
              )}
            </IconButton>
          ) : (
            <span className="tree-leaf" />
          )}
          <span className="grow">
            <bdi>{name}</bdi>
            {hasChildren && !isOpen && (
              <span className="tree-below small text-3">
                {plural(below, '# department', '# departments')}
              </span>
            )}
            {level > MAX_INDENT + 1 && (
              <span className="tree-path small text-3">{above.map((one) => one.name).join(' / ')}</span>
            )}
            {!head && <span className="tree-no-head small">No head</span>}
          </span>
        </div>
      </th>
      <td className="tree-head">
        {head ? (
          <span className="row">
            <Avatar person={head} size="small" />
            <bdi>{fullName(head)}</bdi>
          </span>
        ) : (
          <span className="row">
            <TriangleAlert className="icon icon-small tree-warning" aria-hidden="true" />
            No head
          </span>
        )}
      </td>
      <td className="number figures">{formatNumber(direct)}</td>
      <td className="number figures">{formatNumber(total)}</td>
    </>
  );
}
