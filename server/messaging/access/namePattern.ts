import { InvalidPatternError, type Node, parsePattern } from './patternSyntax.ts';

/** Maximum length of a pattern, which is part of every token. */
const MAX_LENGTH = 512;
const MAX_STEPS = 4_000;

type Step =
  | Extract<Node, { kind: 'char' | 'start' | 'end' }>
  | { kind: 'match' }
  | { kind: 'fork'; to: number[] };

/**
 * A grant's pattern: an unanchored regular expression for names. It runs as a Thompson automaton in linear time.
 * JavaScript's backtracking engine can take exponential time, so a token could block the service (ReDoS).
 */
export class NamePattern {
  readonly #steps: Step[] = [];

  constructor(source: string) {
    if (source.length > MAX_LENGTH) throw new InvalidPatternError('The pattern is too long');
    this.#compile(parsePattern(source));
    this.#push({ kind: 'match' });
  }

  matches(name: string): boolean {
    const chars = Array.from(name);
    let states = new Set<number>();
    for (let at = 0; at <= chars.length; at++) {
      // Unanchored: a match can begin at any character.
      if (this.#enter(0, states, at, chars.length)) return true;
      const char = chars[at];
      if (char === undefined) return false;
      const next = new Set<number>();
      for (const state of states) {
        const step = this.#steps[state];
        if (step?.kind !== 'char' || !step.matches(char)) continue;
        if (this.#enter(state + 1, next, at + 1, chars.length)) return true;
      }
      states = next;
    }
    return false;
  }

  /** Adds a state and its epsilon closure. Returns true if the match state is reached. */
  #enter(first: number, states: Set<number>, at: number, length: number): boolean {
    const stack = [first];
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      if (states.has(state)) continue;
      states.add(state);
      const step = this.#steps[state]!;
      if (step.kind === 'match') return true;
      if (step.kind === 'fork') stack.push(...step.to);
      if (step.kind === 'start' && at === 0) stack.push(state + 1);
      if (step.kind === 'end' && at === length) stack.push(state + 1);
    }
    return false;
  }

  #push(step: Step): number {
    if (this.#steps.length >= MAX_STEPS) throw new InvalidPatternError('The pattern is too large');
    return this.#steps.push(step) - 1;
  }

  #compile(node: Node): void {
    if (node.kind === 'sequence') for (const part of node.parts) this.#compile(part);
    else if (node.kind === 'either') this.#either(node.parts);
    else if (node.kind === 'repeat') this.#repeat(node);
    else this.#push(node);
  }
  #either(parts: Node[]): void {
    const fork: number[] = [];
    this.#push({ kind: 'fork', to: fork });
    const exits: number[][] = [];
    for (const part of parts) {
      fork.push(this.#steps.length);
      this.#compile(part);
      const exit: number[] = [];
      this.#push({ kind: 'fork', to: exit });
      exits.push(exit);
    }
    for (const exit of exits) exit.push(this.#steps.length);
  }
  #repeat({ inner, min, max }: { inner: Node; min: number; max: number }): void {
    for (let n = 0; n < min; n++) this.#compile(inner);
    if (max === Number.POSITIVE_INFINITY) {
      const fork: number[] = [];
      const at = this.#push({ kind: 'fork', to: fork });
      fork.push(this.#steps.length);
      this.#compile(inner);
      this.#push({ kind: 'fork', to: [at] });
      fork.push(this.#steps.length);
      return;
    }
    const exits: number[][] = [];
    for (let n = min; n < max; n++) {
      const fork: number[] = [];
      this.#push({ kind: 'fork', to: fork });
      fork.push(this.#steps.length);
      exits.push(fork);
      this.#compile(inner);
    }
    for (const exit of exits) exit.push(this.#steps.length);
  }
}
