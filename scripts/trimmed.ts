import { join } from 'node:path';

/** A pattern that has to be found in the file, and its replacement. */
export type Replacement = [pattern: RegExp, replacement: string];

/** A webpack rule that removes unused code from the files of a package. */
export const trimmed = (test: RegExp, replacements: Replacement[]) => ({
  test,
  loader: join(import.meta.dirname, 'trimSource.cjs'),
  options: { replacements },
});
