import { type Node, PatternRefused, parsePattern } from './patternSyntax.ts';

/** Longest source that is taken: it is sent to us in every token. */
const MAX_LENGTH = 512;
const MAX_STEPS = 4_000;

type Step =
  | Extract<Node, { kind: 'char' | 'start' | 'end' }>
  | { kind: 'match' }
  | { kind: 'fork'; to: number[] };

/**
 * A grant's pattern: an unanchored regular expression over names. It is run as a set of states (Thompson's way), so that
 * no pattern, however it was made, takes longer than its length times the name's: JavaScript's own engine has no such
 * bound, and a token must not be able to stop the service.
 */
export class NamePattern {
  readonly #steps: Step[] = [];

  constructor(source: string) {
    if (source.length > MAX_LENGTH) throw new PatternRefused('The pattern is too long');
    this.#compile(parsePattern(source));
    this.#push({ kind: 'match' });
  }

  matches(name: string): boolean {
    const chars = Array.from(name);
    let states = new Set<number>();
    for (let at = 0; at <= chars.length; at++) {
      // Unanchored: a match may begin at every character.
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

  /** Adds a state and all that it reaches without a character; true when the match is among them. */
  #enter(first: number, states: Set<number>, at: number, length: number): boolean {
    const waiting = [first];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (states.has(state)) continue;
      states.add(state);
      const step = this.#steps[state]!;
      if (step.kind === 'match') return true;
      if (step.kind === 'fork') waiting.push(...step.to);
      if (step.kind === 'start' && at === 0) waiting.push(state + 1);
      if (step.kind === 'end' && at === length) waiting.push(state + 1);
    }
    return false;
  }

  #push(step: Step): number {
    if (this.#steps.length >= MAX_STEPS) throw new PatternRefused('The pattern is too large');
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
