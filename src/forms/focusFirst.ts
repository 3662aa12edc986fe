/** Takes a person to the first field that is wrong, in the order in which the form shows them. */
export function focusFirst(ids: readonly string[]) {
  const [first] = ids;
  if (first !== undefined) document.getElementById(first)?.focus();
}
