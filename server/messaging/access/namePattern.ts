import { RE2JS } from 're2js';

/** Maximum length of a pattern, which is part of every token. */
const MAX_LENGTH = 512;

/**
 * A grant's pattern: an unanchored regular expression for names. RE2 matches in linear time. JavaScript's backtracking
 * engine can take exponential time, so a token could block the service (ReDoS). Throws for invalid patterns, and for
 * look-around and back-references, which need backtracking.
 */
export class NamePattern {
  readonly #pattern: RE2JS;

  constructor(source: string) {
    if (source.length > MAX_LENGTH) throw new Error('The pattern is too long');
    this.#pattern = RE2JS.compile(source);
  }

  matches(name: string): boolean {
    return this.#pattern.test(name);
  }
}
