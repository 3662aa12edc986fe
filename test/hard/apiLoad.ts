import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { quantile } from '#bench/support/figures.ts';
import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import { newId } from '#server/db/ids.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { ADMIN, LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';
import { startServer } from '#test/journeys/support/startServer.ts';
import { number, pause, printFigure } from './support.ts';

/**
 * T14: requests at a fixed rate from several sessions, alone and in parallel with one session that sends requests as
 * fast as it can.
 */
const SECONDS = Number(process.env.LOAD_SECONDS ?? 60);
const PER_SECOND = Number(process.env.LOAD_RATE ?? 200);
const SESSIONS = 12;
const WARM_UP_SECONDS = 5;

type Api = Awaited<ReturnType<typeof apiAs>>;
const answers = { W1: 4, W2: 4, W3: 2, S1: 4, S2: 3, S3: 2, R1: 5, R2: 4, R3: 3, P1: 4, P2: 3, P3: 2 };

const programs = findPostgres();
const postgres = programs ? await startPostgres(programs) : null;
const server = await startServer(postgres ? { DATABASE_URL: postgres.url } : {});
try {
  const emails = [LEARNER, MANAGER, ADMIN];
  const sessions: Api[] = [];
  for (let n = 0; n < SESSIONS; n++) sessions.push(await apiAs(server.url, emails[n % emails.length]!));
  const [learner] = sessions;
  const { body } = await learner!.get<{ data: ProgramSummary[] }>('/api/programs');
  const get = (path: string) => (api: Api) => api.get(path);
  /** Each call is made as often as it is listed. */
  const calls = [
    ...Array.from({ length: 6 }, () => get('/api/session')),
    ...Array.from({ length: 4 }, () => get('/api/home')),
    ...Array.from({ length: 3 }, () => get('/api/programs')),
    ...Array.from({ length: 2 }, () => get('/api/objectives')),
    get('/api/profile'),
    get('/api/team'),
    get('/api/messaging/config'),
    () => learner!.get(`/api/programs/${body.data[0]?.programId}`),
    (api: Api) => api.put('/api/propensity', { submissionId: newId(), answers, stage: 'started' }),
  ];

  /** Starts requests at the given rate, whether or not earlier ones have ended. */
  async function load(seconds: number) {
    const times: number[] = [];
    const failures: string[] = [];
    const running: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let n = 0; n < seconds * PER_SECOND; n++) {
      const dueAt = startedAt + (n * 1_000) / PER_SECOND;
      await pause(Math.max(0, dueAt - performance.now()));
      const call = calls[n % calls.length]!;
      const api = sessions[(n * 7) % SESSIONS]!;
      running.push(
        call(api).then(
          ({ status }) => {
            times.push(performance.now() - dueAt);
            if (status !== 200) failures.push(String(status));
          },
          (error: unknown) => void failures.push(String(error)),
        ),
      );
    }
    await Promise.all(running);
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), failures };
  }

  await load(WARM_UP_SECONDS);
  const alone = await load(SECONDS);
  const noisyUser = new Worker(new URL('./noisyUser.ts', import.meta.url), {
    workerData: { url: server.url },
  });
  await once(noisyUser, 'message');
  const beside = await load(SECONDS);
  noisyUser.postMessage('stop');
  const [noise] = (await once(noisyUser, 'message')) as [number];

  const failures = [...alone.failures, ...beside.failures];
  const ratio = beside.p99 / alone.p99;
  printFigure(
    `${PER_SECOND}/s on ${postgres ? 'PostgreSQL' : 'the embedded database'}: p50 ${alone.p50.toFixed(0)} ms, p99 ${alone.p99.toFixed(0)} ms, ${failures.length} errors; beside ${number(noise / SECONDS)}/s of a noisy user p99 ${beside.p99.toFixed(0)} ms (${ratio.toFixed(1)}×)`,
  );
  assert.deepEqual([...new Set(failures)], []);
  assert.ok(alone.p99 < 100);
  assert.ok(ratio < 2);
} finally {
  await server.dispose();
  await postgres?.stop();
}
