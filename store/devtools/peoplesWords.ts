import { anonymise } from './anonymise.ts';

const MOST_WORDS = 2_000;
const SHORTEST = 3;

/** Every text in these values that the strict filter would hide, the longest first: an error's message may repeat one. */
export function peoplesWords(values: unknown[]): string[] {
  const words = new Set<string>();
  const seen = new WeakSet<object>();
  const visit = (value: unknown, field: string) => {
    if (words.size >= MOST_WORDS) return;
    if (typeof value === 'string') {
      if (value.length >= SHORTEST && anonymise(value, field) !== value) words.add(value);
    } else if (value !== null && typeof value === 'object' && !seen.has(value)) {
      seen.add(value);
      const isList = Array.isArray(value);
      for (const [key, inner] of Object.entries(value)) visit(inner, isList ? '' : key);
    }
  };
  for (const value of values) visit(value, '');
  return [...words].sort((a, b) => b.length - a.length);
}
