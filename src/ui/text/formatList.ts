import { currentLocale } from './locale.ts';

/** `planning`, `planning and feedback`, `planning, feedback, and hiring`; in British English without the last comma. */
export function formatList(items: readonly string[]): string {
  const locale = currentLocale();
  return new Intl.ListFormat(locale.startsWith('en') ? locale : 'en').format(items);
}
