import { isMainThread } from 'node:worker_threads';

/** Preloaded into the measured service: SIGUSR2 runs the garbage collector, so that only live memory is measured. */
if (isMainThread) process.on('SIGUSR2', () => globalThis.gc?.());
