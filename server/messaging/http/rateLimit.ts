/** Token bucket for each address or person (decision 0121). It holds the requests of one window, by default 1 second. */
export class RateLimit {
  readonly #perWindow: number;
  readonly #now: () => number;
  readonly #windowMs: number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(perWindow: number, now: () => number, windowMs = 1_000) {
    this.#perWindow = perWindow;
    this.#now = now;
    this.#windowMs = windowMs;
  }

  allows(key: string): boolean {
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#perWindow, at: now };
    const passed = Math.max(0, now - bucket.at) / this.#windowMs;
    bucket.tokens = Math.min(this.#perWindow, bucket.tokens + passed * this.#perWindow);
    bucket.at = now;
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Returns the tokens that `allows` has taken. */
  refund(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.tokens = Math.min(this.#perWindow, bucket.tokens + 1);
  }

  /** Deletes full buckets. */
  sweep(): void {
    const now = this.#now();
    for (const [key, { at }] of this.#buckets) if (now - at > this.#windowMs) this.#buckets.delete(key);
  }
}
