import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { foldText } from '#contract/foldText.ts';
import type { TreeRow } from './treeRows.ts';

/** After this time, a letter starts a new word. */
const WORD_MS = 700;

interface TreeKeys {
  rows: readonly TreeRow[];
  selectedId: number | null;
  onToggle: (departmentId: number) => void;
  onSelect: (departmentId: number) => void;
}

/**
 * The keys of a tree (https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/): one row has the tab stop, the arrow keys move, Right opens,
 * Left closes or goes up, letters jump to the next name that starts with them.
 */
export function useTreeKeys({ rows, selectedId, onToggle, onSelect }: TreeKeys) {
  const elements = useRef(new Map<number, HTMLElement>());
  const word = useRef({ text: '', at: 0 });
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const has = (id: number | null) => rows.some(({ departmentId }) => departmentId === id);
  const stop = has(focusedId) ? focusedId : has(selectedId) ? selectedId : (rows[0]?.departmentId ?? null);

  // A created department can be below the window.
  const shownId = has(selectedId) ? selectedId : null;
  useEffect(() => {
    if (shownId !== null) elements.current.get(shownId)?.scrollIntoView({ block: 'nearest' });
  }, [shownId]);
  const focus = (row: TreeRow | undefined) => {
    if (row) elements.current.get(row.departmentId)?.focus();
  };
  const jump = (letter: string, index: number) => {
    const now = Date.now();
    const isSameWord = now - word.current.at < WORD_MS;
    word.current = { text: foldText((isSameWord ? word.current.text : '') + letter), at: now };
    // The second letter of a word may still match the row that the first one found.
    const from = isSameWord ? index : index + 1;
    const inOrder = [...rows.slice(from), ...rows.slice(0, from)];
    focus(inOrder.find(({ name }) => foldText(name).startsWith(word.current.text)));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: TreeRow) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = rows.indexOf(row);
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(rows[index + 1]),
      ArrowUp: () => focus(rows[index - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => {
        if (row.isOpen) focus(rows[index + 1]);
        else if (row.hasChildren) onToggle(row.departmentId);
      },
      ArrowLeft: () => {
        if (row.isOpen) onToggle(row.departmentId);
        else focus(rows.find(({ departmentId }) => departmentId === row.parentId));
      },
      Enter: () => onSelect(row.departmentId),
      ' ': () => onSelect(row.departmentId),
    };
    const action = actions[event.key];
    if (action) action();
    else if (event.key.length === 1) jump(event.key, index);
    else return;
    event.preventDefault();
  };

  return (row: TreeRow) => ({
    ref: (element: HTMLElement | null) => {
      if (element) elements.current.set(row.departmentId, element);
      else elements.current.delete(row.departmentId);
    },
    tabIndex: row.departmentId === stop ? 0 : -1,
    onFocus: () => setFocusedId(row.departmentId),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, row),
  });
}
