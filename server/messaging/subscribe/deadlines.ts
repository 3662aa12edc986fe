/** Polls that end when nothing happens, on one timer for all: each holds as long as the others, so the oldest is next. */
export class Deadlines<Held extends { deadline: number }> {
  readonly #held = new Set<Held>();
  readonly #onDue: (one: Held) => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(onDue: (one: Held) => void) {
    this.#onDue = onDue;
  }

  /** Deadlines come in rising order. */
  add(one: Held): void {
    this.#held.add(one);
    this.#timer ??= this.#wakeAt(one.deadline);
  }
  delete(one: Held): void {
    this.#held.delete(one);
  }
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wakeAt(deadline: number): NodeJS.Timeout {
    return setTimeout(() => this.#endDue(), Math.max(1, deadline - performance.now()));
  }
  #endDue(): void {
    this.#timer = null;
    const now = performance.now();
    for (const one of this.#held) {
      if (one.deadline > now) {
        this.#timer = this.#wakeAt(one.deadline);
        return;
      }
      this.#held.delete(one);
      this.#onDue(one);
    }
  }
}
