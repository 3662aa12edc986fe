import { currentLocale } from './locale.ts';

/** Formats have other spaces, apostrophes and minus signs than keyboards. */
const asTyped = (text: string) => text.replace(/\s/g, ' ').replaceAll('’', "'").replaceAll('−', '-');
const formatOf = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(currentLocale(), { numberingSystem: 'latn', ...options });

/** A number as the text of a field: `1234.5`, or `1234,5` with a decimal comma. */
export const numberText = (value: number) =>
  asTyped(formatOf({ useGrouping: false, maximumFractionDigits: 20 }).format(value));

/** The error of a field without such a number, after its label: `Target is not a number like 3.5`. */
export const notANumber = () => `is not a number like ${numberText(3.5)}`;

/**
 * The number in the text of a field, in the user's number format. Null if it is not a number in this format: with a
 * decimal point, `1,000` is a thousand, and `2,5` is refused.
 */
export function readNumber(text: string): number | null {
  const grouping = formatOf({ useGrouping: 'always', minimumFractionDigits: 1 });
  const separators = new Map(
    grouping.formatToParts(1_234.5).map(({ type, value }) => [type, asTyped(value)]),
  );
  const [decimal, group] = [separators.get('decimal') ?? '.', separators.get('group') ?? ','];
  const typed = asTyped(text).trim();
  const [whole = '', fraction = '', ...more] = typed.replace(/^-/, '').split(decimal);
  const digits = whole.replaceAll(group, '');
  const isGrouped =
    digits === whole || asTyped(formatOf({ useGrouping: 'always' }).format(+digits)) === whole;
  if (more.length > 0 || !isGrouped || !/^\d*$/.test(digits) || !/^\d+$/.test(digits + fraction)) return null;
  return Number(`${typed.startsWith('-') ? '-' : ''}${digits || '0'}.${fraction || '0'}`);
}
