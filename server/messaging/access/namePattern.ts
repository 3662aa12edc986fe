/** Longest source that is taken: it is sent to us in every token. */
const MAX_LENGTH = 512;

export class PatternRefused extends Error {
  override name = 'PatternRefused';
}

/** A grant's pattern: an unanchored regular expression over names. */
export class NamePattern {
  readonly #regex: RegExp;
  constructor(source: string) {
    if (source.length > MAX_LENGTH) throw new PatternRefused('The pattern is too long');
    this.#regex = new RegExp(source, 'u');
  }
  matches(name: string): boolean {
    return this.#regex.test(name);
  }
}
