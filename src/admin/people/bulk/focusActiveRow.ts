/** Moves the focus to the row of the people table that is in the Tab order. The page does not scroll. */
export const focusActiveRow = () =>
  document.querySelector<HTMLElement>('tr[data-user] a[tabindex="0"]')?.focus({ preventScroll: true });
