/** The id of a field, from its path in the document, as in the problems of the server. */
export const fieldId = (path: string) => `field-${path}`;

/** Focuses the field of a problem, or the closest part around it. False: none of them is on the screen. */
export function focusField(path: string): boolean {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length--) {
    const element = document.getElementById(fieldId(parts.slice(0, length).join('.')));
    if (!element) continue;
    element.focus();
    return true;
  }
  return false;
}
