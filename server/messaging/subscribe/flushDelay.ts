/** Decides how long the hub waits before its next flush. */
export interface FlushDelay {
  /** Milliseconds until the next flush may begin; 0 or less: now. */
  remainingMs(): number;
  flushStarted(): void;
  flushEnded(): void;
}

/** Maximum delay, which users hardly notice. */
const MAX_DELAY_MS = 40;
/** Maximum delay under sustained load, which means after `SUSTAINED_FLUSHES` delayed flushes in a row. */
const MAX_DELAY_UNDER_LOAD_MS = 100;
const SUSTAINED_FLUSHES = 5;
/** A flush of this duration is followed by a delay of the same length. The delay grows with the square of the duration. */
const BREAK_EVEN_MS = 0.25;

/**
 * Computes the delay from the CPU time of the last flushes: none at low load, longer under load. It uses this thread's
 * CPU time, because waiting does not help when other processes use the machine. The shorter of the last 2 flushes
 * counts, because a single long flush is usually a garbage collection. See
 * docs/decisions/0033-messaging-durability-and-order.md.
 */
export class AdaptiveFlushDelay implements FlushDelay {
  #cpuAtStart = process.threadCpuUsage();
  #lastMs = 0;
  #notBefore = 0;
  /** Whether events wait for the next flush, and the number of flushes in a row that had waiting events. */
  #isDelayed = false;
  #delayedFlushes = 0;

  remainingMs(): number {
    const left = this.#notBefore - performance.now();
    this.#isDelayed ||= left > 0;
    return left;
  }
  flushStarted(): void {
    this.#cpuAtStart = process.threadCpuUsage();
    this.#delayedFlushes = this.#isDelayed ? this.#delayedFlushes + 1 : 0;
    this.#isDelayed = false;
  }
  flushEnded(): void {
    const { user, system } = process.threadCpuUsage(this.#cpuAtStart);
    const workedMs = (user + system) / 1_000;
    const shorterMs = Math.min(workedMs, this.#lastMs);
    this.#lastMs = workedMs;
    const maxMs = this.#delayedFlushes < SUSTAINED_FLUSHES ? MAX_DELAY_MS : MAX_DELAY_UNDER_LOAD_MS;
    this.#notBefore = performance.now() + Math.min(maxMs, shorterMs ** 2 / BREAK_EVEN_MS);
  }
}
