import { Worker } from 'node:worker_threads';
import type { Interval } from '#server/learning/coaching/slots.ts';
import { CalendarUnreadable } from './busyTimes.ts';

const MAX_MS = 20_000;
const MAX_MEMORY_MB = 256;
const TOO_LARGE = 'The calendar takes too long to read. Export fewer events, or a shorter period.';

interface Message {
  times?: Interval[];
  problem?: string | null;
}

/**
 * Reads a calendar in a thread that is stopped after a few seconds, because rules for repeated events can make the
 * search endless.
 */
export const readInWorker = (text: string, options: Interval & { timeZone: string }): Promise<Interval[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./busyTimesWorker.ts', import.meta.url), {
      workerData: { text, ...options },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const timer = setTimeout(() => fail(TOO_LARGE), MAX_MS);
    const finish = () => {
      clearTimeout(timer);
      void worker.terminate();
    };
    const fail = (message: string) => {
      finish();
      reject(new CalendarUnreadable(message));
    };
    worker.once('message', ({ times, problem }: Message) => {
      if (!times) return fail(problem ?? 'The calendar could not be read.');
      finish();
      resolve(times);
    });
    worker.once('error', () => fail(TOO_LARGE));
    worker.once('exit', () => fail('The calendar could not be read.'));
  });
