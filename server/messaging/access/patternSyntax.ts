/** Syntax tree of a grant's pattern. */
export type Node =
  | { kind: 'char'; matches: (char: string) => boolean }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'either'; parts: Node[] }
  | { kind: 'repeat'; inner: Node; min: number; max: number };

export class InvalidPatternError extends Error {
  override name = 'InvalidPatternError';
}

const MAX_REPEAT = 100;
const MAX_DEPTH = 20;
type CharTest = (char: string) => boolean;

const CLASSES: Record<string, CharTest> = {
  d: (char) => /^[0-9]$/.test(char),
  w: (char) => /^\w$/.test(char),
  s: (char) => /^\s$/.test(char),
};
const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };

/** Parses a pattern. Throws for syntax that cannot be matched in linear time (look-around, back-references). */
export function parsePattern(source: string): Node {
  return new Parser(Array.from(source)).whole();
}

class Parser {
  readonly #chars: string[];
  #at = 0;
  #depth = 0;
  constructor(chars: string[]) {
    this.#chars = chars;
  }

  whole(): Node {
    const node = this.#either();
    if (this.#at < this.#chars.length) throw new InvalidPatternError('Unmatched )');
    return node;
  }
  #either(): Node {
    if (++this.#depth > MAX_DEPTH) throw new InvalidPatternError('Nested too deeply');
    const parts = [this.#sequence()];
    while (this.#skip('|')) parts.push(this.#sequence());
    this.#depth--;
    return parts.length === 1 ? parts[0]! : { kind: 'either', parts };
  }
  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#chars.length && !'|)'.includes(this.#peek())) parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }
  #repeated(): Node {
    let node = this.#atom();
    for (let bounds = this.#quantifier(); bounds; bounds = this.#quantifier()) {
      // Greedy and lazy are equivalent, because the result is only whether the pattern matches.
      this.#skip('?');
      node = { kind: 'repeat', inner: node, ...bounds };
    }
    return node;
  }
  #quantifier(): { min: number; max: number } | null {
    if (this.#skip('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#skip('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#skip('?')) return { min: 0, max: 1 };
    const counted = /^\{(\d{1,3})(?:(,)(\d{0,3}))?\}/.exec(
      this.#chars.slice(this.#at, this.#at + 10).join(''),
    );
    if (!counted) return null;
    this.#at += counted[0].length;
    const min = Number(counted[1]);
    const max = counted[2] === undefined ? min : counted[3] ? Number(counted[3]) : Number.POSITIVE_INFINITY;
    if (max < min || Math.max(min, max === Number.POSITIVE_INFINITY ? 0 : max) > MAX_REPEAT)
      throw new InvalidPatternError('Too many repetitions');
    return { min, max };
  }
  #atom(): Node {
    const char = this.#next();
    if (char === '^') return { kind: 'start' };
    if (char === '$') return { kind: 'end' };
    if (char === '.') return { kind: 'char', matches: (one) => one !== '\n' };
    if (char === '[') return { kind: 'char', matches: this.#class() };
    if (char === '(') return this.#group();
    if (char === '\\') return { kind: 'char', matches: this.#escape() };
    if ('*+?{'.includes(char)) throw new InvalidPatternError('Nothing to repeat');
    return { kind: 'char', matches: (one) => one === char };
  }
  #group(): Node {
    if (this.#skip('?') && !this.#skip(':')) throw new InvalidPatternError('Unknown group');
    const node = this.#either();
    if (!this.#skip(')')) throw new InvalidPatternError('Unmatched (');
    return node;
  }
  #escape(): CharTest {
    const char = this.#next();
    const test = CLASSES[char.toLowerCase()];
    if (test) return char === char.toLowerCase() ? test : (one) => !test(one);
    if (/[A-Za-z0-9]/.test(char) && !CONTROLS[char])
      throw new InvalidPatternError(`Unknown escape \\${char}`);
    const literal = CONTROLS[char] ?? char;
    return (one) => one === literal;
  }
  #class(): CharTest {
    const isNegated = this.#skip('^');
    const tests: CharTest[] = [];
    while (!this.#skip(']')) tests.push(this.#classItem());
    return (char) => tests.some((test) => test(char)) !== isNegated;
  }
  #classItem(): CharTest {
    const from = this.#next();
    if (from === '\\') return this.#escape();
    if (this.#peek() !== '-' || this.#chars[this.#at + 1] === ']') return (char) => char === from;
    this.#at++;
    const to = this.#next() === '\\' ? this.#next() : this.#chars[this.#at - 1]!;
    if (to < from) throw new InvalidPatternError('Range out of order');
    return (char) => char >= from && char <= to;
  }
  #peek(): string {
    return this.#chars[this.#at] ?? '';
  }
  #next(): string {
    const char = this.#chars[this.#at++];
    if (char === undefined) throw new InvalidPatternError('Unexpected end of pattern');
    return char;
  }
  #skip(char: string): boolean {
    if (this.#chars[this.#at] !== char) return false;
    this.#at++;
    return true;
  }
}
