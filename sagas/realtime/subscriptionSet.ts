/** The channels that a connection has to carry. The set only grows: a session unsubscribes from nothing before it ends. */
export class SubscriptionSet {
  readonly #channels = new Set<string>();
  readonly #presence = new Set<string>();

  /** Returns true when a channel is new. */
  add(channels: readonly string[], withPresence: boolean): boolean {
    const subscribed = withPresence ? this.#presence : this.#channels;
    const before = subscribed.size;
    for (const channel of channels) subscribed.add(channel);
    return subscribed.size > before;
  }

  get channels(): string[] {
    return [...this.#channels];
  }
  /** The channels whose presence events are subscribed to as well. */
  get presence(): string[] {
    return [...this.#presence];
  }
}
