/** Token bucket for each address or person that holds one second's requests. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  allows(key: string): boolean {
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#perSecond, at: now };
    const passed = Math.max(0, now - bucket.at) / 1_000;
    bucket.tokens = Math.min(this.#perSecond, bucket.tokens + passed * this.#perSecond);
    bucket.at = now;
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Gives back what `allows` has taken. */
  refund(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.tokens = Math.min(this.#perSecond, bucket.tokens + 1);
  }

  /** Deletes the buckets that are full again. */
  sweep(): void {
    const now = this.#now();
    for (const [key, { at }] of this.#buckets) if (now - at > 1_000) this.#buckets.delete(key);
  }
}
