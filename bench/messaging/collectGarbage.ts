import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/**
 * Preloaded into the measured service: SIGUSR2 runs the garbage collector in all threads, so that only live memory is
 * measured. As a last resort, V8 also returns the pages that it otherwise keeps for later, so that resident memory does
 * not grow with them.
 */
const threads = new BroadcastChannel('collect-garbage');
threads.unref();
const collect = () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
threads.onmessage = collect;
if (isMainThread)
  process.on('SIGUSR2', () => {
    threads.postMessage('collect');
    collect();
  });
