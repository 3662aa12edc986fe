/** Rows added or removed at a time: about three screens of one-line messages. */
export const WINDOW_STEP = 40;
/** Maximum number of rows in the document. Each row adds a little to the cost of every incoming message. */
const MAX_ROWS = 240;

/**
 * The rendered part of a list: `rowCount` rows before the last `hiddenAfter` rows. Rows are counted from the end, so
 * that history pages inserted at the start do not move the window.
 */
export interface ListWindow {
  rowCount: number;
  hiddenAfter: number;
}
export const newestRows: ListWindow = { rowCount: WINDOW_STEP, hiddenAfter: 0 };

/** The indexes `[from, to)` of the rendered rows in a list of `total` rows. */
export function rangeOf({ rowCount, hiddenAfter }: ListWindow, total: number) {
  const to = total - Math.min(hiddenAfter, Math.max(total - WINDOW_STEP, 0));
  return { from: Math.max(to - rowCount, 0), to };
}

/** Adds rows at the start, and removes rows at the end if there are too many. */
export function withOlderRows({ from, to }: { from: number; to: number }, total: number): ListWindow {
  const rowCount = to - from + WINDOW_STEP;
  const overflow = Math.max(rowCount - MAX_ROWS, 0);
  return { rowCount: rowCount - overflow, hiddenAfter: total - to + overflow };
}

/** Adds rows at the end, and removes rows at the start if there are too many. */
export const withNewerRows = ({ rowCount }: ListWindow, hiddenAfter: number): ListWindow => ({
  rowCount: Math.min(rowCount + WINDOW_STEP, MAX_ROWS),
  hiddenAfter: Math.max(hiddenAfter - WINDOW_STEP, 0),
});

/** A window with the given row in the middle. */
export const rowsAround = (index: number, total: number): ListWindow => ({
  rowCount: WINDOW_STEP,
  hiddenAfter: Math.max(total - index - WINDOW_STEP / 2, 0),
});

/**
 * The first rendered row while the list is at its end. It stays the same for up to `WINDOW_STEP` new rows, so that
 * appended rows do not lay out or repaint the others. Null when the window has to move.
 */
export function keptFirstRow(items: readonly { id: string }[], firstId: string | null): number | null {
  const total = items.length;
  for (let index = total - 1; index >= Math.max(total - 2 * WINDOW_STEP, 0); index--)
    if (items[index]!.id === firstId) return total - index >= WINDOW_STEP || index === 0 ? index : null;
  return null;
}
