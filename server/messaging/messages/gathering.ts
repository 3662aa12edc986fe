/** The longest that a batch waits for company. */
const MAX_PAUSE_MS = 5;
/** Fewer than these are not worth waiting for. */
const WORTH_WAITING = 10;

/**
 * When the next batch is committed. A commit costs many times what a message in it costs, so one that follows another
 * closely waits until as many have come as were in the last, or as long as that one took. After a quiet moment, or a
 * batch of a few, nobody waits.
 */
export class Gathering {
  #expected = 1;
  #notBefore = 0;
  #begin: (() => void) | null = null;

  /** Resolves when the batch is to begin; `waiting` are there already. */
  async complete(waiting: number): Promise<void> {
    const pause = this.#notBefore - performance.now();
    if (waiting >= this.#expected || pause <= 0 || this.#expected < WORTH_WAITING) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.#begin = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#begin = null;
  }

  arrived(waiting: number): void {
    if (waiting >= this.#expected) this.#begin?.();
  }

  committed(count: number, tookMs: number): void {
    this.#expected = count;
    this.#notBefore = performance.now() + Math.min(MAX_PAUSE_MS, tookMs);
  }
}
