/** Ends polls that time out, with one timer for all. All polls wait equally long, so the oldest times out first. */
export class PollTimeouts<Poll extends { timeoutAt: number }> {
  readonly #polls = new Set<Poll>();
  readonly #onTimeout: (poll: Poll) => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(onTimeout: (poll: Poll) => void) {
    this.#onTimeout = onTimeout;
  }

  /** Polls must be added in order of `timeoutAt`. */
  add(poll: Poll): void {
    this.#polls.add(poll);
    this.#timer ??= this.#startTimer(poll.timeoutAt);
  }
  delete(poll: Poll): void {
    this.#polls.delete(poll);
  }
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #startTimer(timeoutAt: number): NodeJS.Timeout {
    return setTimeout(() => this.#endTimedOut(), Math.max(1, timeoutAt - performance.now()));
  }
  #endTimedOut(): void {
    this.#timer = null;
    const now = performance.now();
    for (const poll of this.#polls) {
      if (poll.timeoutAt > now) {
        this.#timer = this.#startTimer(poll.timeoutAt);
        return;
      }
      this.#polls.delete(poll);
      this.#onTimeout(poll);
    }
  }
}
