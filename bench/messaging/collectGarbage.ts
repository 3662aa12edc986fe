import { isMainThread } from 'node:worker_threads';

/** Loaded into a service under measurement: a signal makes it collect its garbage, so that what is left is what it holds. */
if (isMainThread) process.on('SIGUSR2', () => globalThis.gc?.());
