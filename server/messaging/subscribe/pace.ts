/** When a round of answers is given. */
export interface Pace {
  /** Milliseconds until the next one may begin; 0 or less: at once. */
  pause(): number;
  begin(): void;
  end(): void;
}

/** The longest that a round waits for more to happen: hardly more than people notice. */
const MAX_PAUSE_MS = 40;
/** A round that took this long is followed by a pause as long; shorter ones by less, longer ones by more in the square. */
const EVEN_MS = 0.25;

/**
 * Waits by how long the last round took: nothing while there is little to do, and long enough to share it under load.
 * Only the time that this thread worked counts: on a busy machine everything takes long, and waiting would not help.
 */
export class MeasuredPace implements Pace {
  #began = process.threadCpuUsage();
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
    this.#notBefore = performance.now() + Math.min(MAX_PAUSE_MS, workedMs ** 2 / EVEN_MS);
  }
}
