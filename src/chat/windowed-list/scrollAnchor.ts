/** A row and its distance from the upper edge of the list. */
export interface ScrollAnchor {
  id: string;
  top: number;
}

/** The first row in view. A binary search finds it, because reading the position of a row forces a layout. */
export function firstRowInView(scroller: HTMLElement): ScrollAnchor | null {
  const { scrollTop } = scroller;
  const rows = scroller.querySelectorAll<HTMLElement>('[data-id]');
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle]!;
    if (row.offsetTop + row.offsetHeight < scrollTop) low = middle + 1;
    else high = middle;
  }
  const row = rows[low];
  return row ? { id: row.dataset.id ?? '', top: row.offsetTop - scrollTop } : null;
}

/** Scrolls the row back to its distance from the upper edge. */
export function restoreAnchor(scroller: HTMLElement, anchor: ScrollAnchor | null) {
  const row = anchor && scroller.querySelector<HTMLElement>(`[data-id="${CSS.escape(anchor.id)}"]`);
  if (anchor && row) scroller.scrollTop += row.offsetTop - scroller.scrollTop - anchor.top;
}
