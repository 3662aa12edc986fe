import { anonymise } from './anonymise.ts';

const MAX_TEXTS = 2_000;
const MIN_LENGTH = 3;

/** All texts in these values that the strict filter would hide, longest first. An error message may repeat one. */
export function personalTexts(values: unknown[]): string[] {
  const texts = new Set<string>();
  const seen = new WeakSet<object>();
  const visit = (value: unknown, field: string) => {
    if (texts.size >= MAX_TEXTS) return;
    if (typeof value === 'string') {
      if (value.length >= MIN_LENGTH && anonymise(value, field) !== value) texts.add(value);
    } else if (value !== null && typeof value === 'object' && !seen.has(value)) {
      seen.add(value);
      const isList = Array.isArray(value);
      for (const [key, inner] of Object.entries(value)) visit(inner, isList ? '' : key);
    }
  };
  for (const value of values) visit(value, '');
  return [...texts].sort((a, b) => b.length - a.length);
}
