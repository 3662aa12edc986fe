/** The channels that a line has to carry. They only ever grow: a session leaves nothing before its end. */
export class Wants {
  readonly #channels = new Set<string>();
  readonly #presence = new Set<string>();

  /** True when something is new. */
  add(channels: readonly string[], withPresence: boolean): boolean {
    const wanted = withPresence ? this.#presence : this.#channels;
    const before = wanted.size;
    for (const channel of channels) wanted.add(channel);
    return wanted.size > before;
  }

  get channels(): string[] {
    return [...this.#channels];
  }
  /** Those whose comings and goings are wanted too. */
  get presence(): string[] {
    return [...this.#presence];
  }
}
