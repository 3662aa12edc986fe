export interface Repetition {
  /** One more round after so many milliseconds, beside the regular ones. */
  soon(inMs?: number): void;
  /** Ends after the round that runs. */
  stop(): Promise<void>;
}

/** Does a piece of work now and every so often, never twice at a time. The work reports its own failures. */
export function repeat(work: () => Promise<void>, everyMs: number): Repetition {
  const timers = new Set<NodeJS.Timeout>();
  let last: Promise<void> = Promise.resolve();
  let isNextWaiting = false;
  let isStopped = false;

  function round() {
    // A round that has not begun will see whatever this one would.
    if (isNextWaiting || isStopped) return;
    isNextWaiting = true;
    last = last.then(() => {
      isNextWaiting = false;
      return isStopped ? undefined : work();
    });
  }

  const regular = setInterval(round, everyMs);
  round();
  return {
    soon(inMs = 0) {
      if (isStopped) return;
      if (inMs === 0) return round();
      const timer = setTimeout(() => {
        timers.delete(timer);
        round();
      }, inMs);
      timers.add(timer);
    },
    async stop() {
      isStopped = true;
      clearInterval(regular);
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await last;
    },
  };
}
