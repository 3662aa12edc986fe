let chosen: string | null = null;
/** The FormatsProvider sets it for everything that it renders. */
export const chooseLocale = (locale: string | undefined) => {
  chosen = locale ?? null;
};
/** The format of dates and numbers: from the profile, or the browser's (decision 0024). */
export const currentLocale = () => chosen ?? browserLocale();

/** The browser's language. */
export function browserLocale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en-US';
  } catch {
    return 'en-US'; // Some browsers on Linux report `C` or `en_US.UTF-8`.
  }
}

const numberFormats = new Map<string, Intl.NumberFormat>();
function numberFormat(style: 'decimal' | 'percent'): Intl.NumberFormat {
  const locale = currentLocale();
  const key = `${style} ${locale}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, {
    style,
    maximumFractionDigits: style === 'percent' ? 0 : 20,
  });
  numberFormats.set(key, format);
  return format;
}

/** `1,234.5`; negative numbers have a minus sign, `−38`. */
export const formatNumber = (value: number) => numberFormat('decimal').format(value).replace('-', '−');
/** `formatPercent(66)` is `66%`. */
export const formatPercent = (percent: number) => numberFormat('percent').format(percent / 100);
