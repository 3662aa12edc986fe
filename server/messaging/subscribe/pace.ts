/** When a round of answers is given. */
export interface Pace {
  /** Milliseconds until the next one may begin; 0 or less: at once. */
  pause(): number;
  begin(): void;
  end(): void;
}

/** The longest that a round waits for more to happen: hardly more than people notice. */
const MAX_PAUSE_MS = 40;
/** Rounds that took this long are followed by a pause as long; shorter ones by less, longer ones by more in the square. */
const EVEN_MS = 0.25;

/**
 * Waits by how long the last rounds took: nothing while there is little to do, and long enough to share it under load.
 * Only the time that this thread worked counts: on a busy machine everything takes long, and waiting would not help. And
 * only what two rounds on end took: a single one that was long met the garbage collector, not a crowd.
 */
export class MeasuredPace implements Pace {
  #began = process.threadCpuUsage();
  #lastMs = 0;
  #notBefore = 0;

  pause(): number {
    return this.#notBefore - performance.now();
  }
  begin(): void {
    this.#began = process.threadCpuUsage();
  }
  end(): void {
    const { user, system } = process.threadCpuUsage(this.#began);
    const workedMs = (user + system) / 1_000;
    const usualMs = Math.min(workedMs, this.#lastMs);
    this.#lastMs = workedMs;
    this.#notBefore = performance.now() + Math.min(MAX_PAUSE_MS, usualMs ** 2 / EVEN_MS);
  }
}
