/** A bucket of one second's requests for each address, refilled as time passes. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  allows(address: string): boolean {
    const now = this.#now();
    const bucket = this.#buckets.get(address) ?? { tokens: this.#perSecond, at: now };
    const passed = Math.max(0, now - bucket.at) / 1_000;
    bucket.tokens = Math.min(this.#perSecond, bucket.tokens + passed * this.#perSecond);
    bucket.at = now;
    this.#buckets.set(address, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Forgets addresses whose bucket is full again: they are as good as never seen. */
  sweep(): void {
    const now = this.#now();
    for (const [address, { at }] of this.#buckets) if (now - at > 1_000) this.#buckets.delete(address);
  }
}
