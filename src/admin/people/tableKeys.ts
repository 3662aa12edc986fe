import type { KeyboardEvent } from 'react';
import type { Selection } from './useSelection.ts';

const rowsOf = (table: Element) => [...table.querySelectorAll<HTMLElement>('tr[data-user]')];
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('input, a, button')];
const linkOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('a');

/**
 * Arrow keys move between rows and between the controls of a row. Space selects, Shift+Space selects a range, Ctrl+A
 * selects all shown rows, Escape clears the selection. Enter follows the focused link.
 */
export function handleTableKey(
  event: KeyboardEvent<HTMLElement>,
  selection: Pick<Selection, 'toggle' | 'selectShown' | 'clear' | 'count'>,
) {
  const { key, target, currentTarget, shiftKey } = event;
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-user]') : null;
  if (!row) return;
  const rows = rowsOf(currentTarget);
  const at = rows.indexOf(row);
  const controls = controlsOf(row);
  const place = controls.indexOf(target as HTMLElement);
  const moves: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: linkOf(rows[at + 1]),
    ArrowUp: at > 0 ? linkOf(rows[at - 1]) : null,
    Home: linkOf(rows[0]),
    End: linkOf(rows.at(-1)),
    ArrowRight: controls[place + 1],
    ArrowLeft: place > 0 ? controls[place - 1] : null,
  };
  if (key in moves) moves[key]?.focus();
  else if (key === ' ' && target instanceof HTMLAnchorElement)
    selection.toggle(Number(row.dataset.user), shiftKey);
  else if (key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) selection.selectShown();
  else if (key === 'Escape' && selection.count > 0) selection.clear();
  else return;
  event.preventDefault();
}
