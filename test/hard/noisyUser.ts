import { parentPort, workerData } from 'node:worker_threads';
import { apiAs } from '#test/journeys/support/api.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';

/**
 * A worker for T14: one session that sends requests as fast as it can, until it is told to stop. It has its own thread,
 * because the measured calls would otherwise wait for its work, and not only for the server.
 */
const PARALLEL = 20;
const { url } = workerData as { url: string };
const api = await apiAs(url, LEARNER);
let isStopped = false;
let requests = 0;
parentPort?.once('message', () => {
  isStopped = true;
});
await api.get('/api/home');
parentPort?.postMessage('started');
await Promise.all(
  Array.from({ length: PARALLEL }, async () => {
    while (!isStopped) {
      await api.get('/api/home');
      requests++;
    }
  }),
);
parentPort?.postMessage(requests);
