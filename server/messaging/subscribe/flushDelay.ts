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

/** The CPU time of this thread in milliseconds. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Computes the delay from the CPU time of the last flushes: none at low load, longer under load. It uses this thread's
 * CPU time, because waiting does not help when other processes use the machine. The shorter of the last 2 flushes
 * counts, because a single long flush is usually a garbage collection. See
 * docs/decisions/0033-messaging-durability-and-order.md.
 */
export class AdaptiveFlushDelay implements FlushDelay {
  readonly #cpuMs: () => number;
  readonly #now: () => number;
  #cpuMsAtStart = 0;
  #lastMs = 0;
  #notBefore = 0;
  /** Whether events wait for the next flush, and the number of flushes in a row that had waiting events. */
  #isDelayed = false;
  #delayedFlushes = 0;

  /** Tests pass their own clocks, because another process can interrupt a flush. */
  constructor(cpuMs = threadCpuMs, now = () => performance.now()) {
    this.#cpuMs = cpuMs;
    this.#now = now;
  }

  remainingMs(): number {
    const left = this.#notBefore - this.#now();
    this.#isDelayed ||= left > 0;
    return left;
  }
  flushStarted(): void {
    this.#cpuMsAtStart = this.#cpuMs();
    this.#delayedFlushes = this.#isDelayed ? this.#delayedFlushes + 1 : 0;
    this.#isDelayed = false;
  }
  flushEnded(): void {
    const workedMs = this.#cpuMs() - this.#cpuMsAtStart;
    const shorterMs = Math.min(workedMs, this.#lastMs);
    this.#lastMs = workedMs;
    const maxMs = this.#delayedFlushes < SUSTAINED_FLUSHES ? MAX_DELAY_MS : MAX_DELAY_UNDER_LOAD_MS;
    this.#notBefore = this.#now() + Math.min(maxMs, shorterMs ** 2 / BREAK_EVEN_MS);
  }
}
