import { inRequestContext } from '#server/tracing/requestContext.ts';

export interface RepeatedTask {
  /** Runs the task once more, in addition to the regular runs. */
  runSoon(inMs?: number): void;
  /** Stops after the current run. */
  stop(): Promise<void>;
}

/**
 * Runs a task now and at an interval, never twice at the same time. The task handles its own errors. A long task checks
 * `isStopped`.
 */
export function repeat(work: (isStopped: () => boolean) => Promise<void>, everyMs: number): RepeatedTask {
  const timers = new Set<NodeJS.Timeout>();
  let last: Promise<void> = Promise.resolve();
  let isQueued = false;
  let isStopped = false;

  function run() {
    // A queued run will see everything that this one would see.
    if (isQueued || isStopped) return;
    isQueued = true;
    last = last.then(() => {
      isQueued = false;
      // A request can start a run, but the run is not only for that request.
      return isStopped ? undefined : inRequestContext(null, () => work(() => isStopped));
    });
  }

  const regular = setInterval(run, everyMs);
  run();
  return {
    runSoon(inMs = 0) {
      if (isStopped) return;
      if (inMs === 0) return run();
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
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
