/** When a round of answers is given. */
export interface Pace {
  /** Milliseconds until the next one may begin; 0 or less: at once. */
  pause(): number;
  begin(): void;
  end(): void;
}

/** The longest that a round waits for more to happen: hardly more than people notice. */
const MAX_PAUSE_MS = 40;
/** The longest in a rush, which is when so many rounds on end had somebody waiting: it still feels like at once. */
const MAX_PAUSE_IN_A_RUSH_MS = 100;
const RUSH_ROUNDS = 5;
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
  /** Whether somebody waits for the next round, and how many on end were waited for. */
  #isAwaited = false;
  #awaitedRounds = 0;

  pause(): number {
    const left = this.#notBefore - performance.now();
    this.#isAwaited ||= left > 0;
    return left;
  }
  begin(): void {
    this.#began = process.threadCpuUsage();
    this.#awaitedRounds = this.#isAwaited ? this.#awaitedRounds + 1 : 0;
    this.#isAwaited = false;
  }
  end(): void {
    const { user, system } = process.threadCpuUsage(this.#began);
    const workedMs = (user + system) / 1_000;
    const usualMs = Math.min(workedMs, this.#lastMs);
    this.#lastMs = workedMs;
    const longestMs = this.#awaitedRounds < RUSH_ROUNDS ? MAX_PAUSE_MS : MAX_PAUSE_IN_A_RUSH_MS;
    this.#notBefore = performance.now() + Math.min(longestMs, usualMs ** 2 / EVEN_MS);
  }
}
