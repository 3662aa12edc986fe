import { currentLocale } from './locale.ts';

/** A number of bytes with its unit, such as `206 bytes`, `64 kB` or `1.4 MB`. */
export function fileSize(bytes: number): string {
  const [unit, amount, digits] =
    bytes < 1_000
      ? (['byte', bytes, 0] as const)
      : bytes < 999_500
        ? (['kilobyte', bytes / 1_000, 0] as const)
        : (['megabyte', bytes / 1_000_000, 1] as const);
  return new Intl.NumberFormat(currentLocale(), {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(amount);
}
