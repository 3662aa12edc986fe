/** What a line of the widget can hold beside other words. */
const FITS_A_LINE = 24;

/** How one addresses somebody in a line; null when that would leave no room for what the line says. */
export function firstNameOf(name: string): string | null {
  const first = name.split(' ')[0] ?? '';
  return first === '' || first.length > FITS_A_LINE ? null : first;
}
