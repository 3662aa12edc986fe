/** Moves the focus to the first invalid field, in the order of the form. */
export function focusFirst(ids: readonly string[]) {
  const [first] = ids;
  if (first !== undefined) document.getElementById(first)?.focus();
}
