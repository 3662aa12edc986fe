/** When a round of answers is given. */
export interface Pace {
  /** Milliseconds until the next one may begin; 0 or less: at once. */
  pause(): number;
  begin(): void;
  end(): void;
}

/** The longest that a round waits for more to happen: hardly more than people notice. */
const MAX_PAUSE_MS = 60;
/** A round that took this long is followed by a pause as long; shorter ones by less, longer ones by more in the square. */
const EVEN_MS = 1;

/** Waits by how long the last round took: nothing while there is little to do, and long enough to share it under load. */
export class MeasuredPace implements Pace {
  #beganAt = 0;
  #notBefore = 0;

  pause(): number {
    return this.#notBefore - performance.now();
  }
  begin(): void {
    this.#beganAt = performance.now();
  }
  end(): void {
    const now = performance.now();
    const took = now - this.#beganAt;
    this.#notBefore = now + Math.min(MAX_PAUSE_MS, (took * took) / EVEN_MS);
  }
}
