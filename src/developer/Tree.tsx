import { type KeyboardEvent, useRef, useState } from 'react';
import type { Branch } from '#store/devtools/causality.ts';

interface Row {
  branch: Branch;
  /** Starts with 1. */
  level: number;
  /** The position of the row that contains this one; -1 for the first level. */
  parent: number;
  position: number;
  count: number;
}
interface Props {
  label: string;
  branches: Branch[];
  /** Called for rows that name an action. */
  onAction: (id: number) => void;
}

/**
 * A tree with the keys of the ARIA tree pattern: arrows, Home and End move, expand and collapse, and Enter
 * opens an action.
 */
export function Tree({ label, branches, onAction }: Props) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const rows = visibleRows(branches, folded);
  const at = Math.min(current, rows.length - 1);

  const moveTo = (index: number) => {
    setCurrent(index);
    list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[index]?.focus();
  };
  const fold = ({ key }: Branch, isFolded: boolean) =>
    setFolded((before) => {
      const next = new Set(before);
      if (isFolded) next.add(key);
      else next.delete(key);
      return next;
    });
  const open = ({ action }: Branch) => {
    if (action !== undefined) onAction(action);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row) return;
    const { branch, parent } = row;
    const isFolded = folded.has(branch.key);
    const hasInner = branch.branches.length > 0;
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveTo(Math.min(at + 1, rows.length - 1)),
      ArrowUp: () => moveTo(Math.max(at - 1, 0)),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight: () => (hasInner && isFolded ? fold(branch, false) : hasInner && moveTo(at + 1)),
      ArrowLeft: () => (hasInner && !isFolded ? fold(branch, true) : parent >= 0 && moveTo(parent)),
      Enter: () => open(branch),
    };
    const handle = keys[event.key];
    if (!handle) return;
    event.preventDefault();
    handle();
  };

  return (
    <div ref={list} role="tree" aria-label={label} className="developer-tree">
      {rows.map(({ branch, level, position, count }, index) => (
        <div
          key={`${branch.key} ${index}`}
          role="treeitem"
          tabIndex={index === at ? 0 : -1}
          aria-level={level}
          aria-posinset={position}
          aria-setsize={count}
          aria-expanded={branch.branches.length > 0 ? !folded.has(branch.key) : undefined}
          data-failed={branch.hasFailed || undefined}
          style={{ paddingInlineStart: `${level}em` }}
          onFocus={() => setCurrent(index)}
          onClick={() => open(branch)}
          onKeyDown={onKeyDown}
        >
          {branch.text}
        </div>
      ))}
    </div>
  );
}

function visibleRows(branches: Branch[], folded: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const visit = (inside: Branch[], level: number, parent: number) => {
    for (const [index, branch] of inside.entries()) {
      rows.push({ branch, level, parent, position: index + 1, count: inside.length });
      if (!folded.has(branch.key)) visit(branch.branches, level + 1, rows.length - 1);
    }
  };
  visit(branches, 1, -1);
  return rows;
}
