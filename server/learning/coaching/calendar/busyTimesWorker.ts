import { parentPort, workerData } from 'node:worker_threads';
import { CalendarUnreadable, readBusyTimes } from './busyTimes.ts';

/** Reads one calendar and ends. See `readInWorker.ts`. */
try {
  const { text, ...options } = workerData;
  parentPort?.postMessage({ times: await readBusyTimes(text, options) });
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof CalendarUnreadable ? error.message : null });
}
