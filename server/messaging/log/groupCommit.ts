/** Maximum group-commit delay. */
const MAX_DELAY_MS = 5;
/** Smaller batches are committed without a delay. */
const MIN_DELAYED_BATCH = 10;

/**
 * Decides when the next batch is committed. A commit costs much more than one message in it. So under load, a batch
 * waits until it is as large as the previous one, or for the duration of the previous commit. See
 * docs/decisions/0033-messaging-durability-and-order.md.
 */
export class GroupCommit {
  #expectedSize = 1;
  #notBefore = 0;
  #commitNow: (() => void) | null = null;

  /** Resolves when the batch should be committed; `queued` is the number of events in the queue. */
  async waitForBatch(queued: number): Promise<void> {
    const delay = this.#notBefore - performance.now();
    if (queued >= this.#expectedSize || delay <= 0 || this.#expectedSize < MIN_DELAYED_BATCH) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay);
      this.#commitNow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#commitNow = null;
  }

  eventQueued(queued: number): void {
    if (queued >= this.#expectedSize) this.#commitNow?.();
  }

  committed(count: number, tookMs: number): void {
    this.#expectedSize = count;
    this.#notBefore = performance.now() + Math.min(MAX_DELAY_MS, tookMs);
  }
}
