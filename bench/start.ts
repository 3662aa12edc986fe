import { type Figures, quantile } from '#bench/support/figures.ts';
import { BENCH_URL, startTrellis, startUntil, withDataDirectory } from '#bench/support/server.ts';
import { newId } from '#server/db/ids.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';

const RUNS = 5;

/** An empty server with the same framework and database driver: the lower bound. */
const EMPTY_SERVER = `
  const { default: fastify } = await import('fastify');
  await import('pg');
  const app = fastify();
  await app.listen({ port: 4712, host: '127.0.0.1' });
  console.log('empty server is ready');
  process.on('SIGTERM', () => process.exit(0));
`;

export async function measureStart(): Promise<Figures> {
  return withDataDirectory(async (directory) => {
    const first = await startTrellis(directory);
    await first.end();
    const ours: number[] = [];
    const reference: number[] = [];
    const afterKill: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const trellis = await startTrellis(directory);
      await trellis.end();
      ours.push(trellis.tookMs);
      const killed = await startTrellis(directory);
      await writeFor(300);
      await killed.kill();
      const again = await startTrellis(directory);
      await again.end();
      afterKill.push(again.tookMs);
      const empty = await startUntil('empty server is ready', ['--input-type=module', '-e', EMPTY_SERVER]);
      await empty.end();
      reference.push(empty.tookMs);
    }
    return {
      title: 'Start time',
      method: `Time from the start of the process until it prints that it is ready, after a build; median of ${RUNS} runs.`,
      rows: [
        {
          what: 'after kill -9 during writes, slowest',
          ours: Math.max(...afterKill),
          reference: quantile(ours, 0.5),
          referenceName: 'warm start',
          unit: 'ms',
        },
        {
          what: 'warm start',
          ours: quantile(ours, 0.5),
          reference: quantile(reference, 0.5),
          referenceName: 'empty Fastify server',
          unit: 'ms',
        },
        {
          what: 'first start (creates the database)',
          ours: first.tookMs,
          reference: quantile(ours, 0.5),
          referenceName: 'warm start',
          unit: 'ms',
        },
      ],
    };
  });
}

const ANSWERS = { W1: 4, W2: 4, W3: 2, S1: 4, S2: 3, S3: 2, R1: 5, R2: 4, R3: 3, P1: 4, P2: 3, P3: 2 };

/** Keeps the server writing, and returns during a write. */
async function writeFor(durationMs: number) {
  const api = await apiAs(BENCH_URL, LEARNER);
  const until = performance.now() + durationMs;
  const save = () =>
    api.put('/api/propensity', { submissionId: newId(), answers: ANSWERS, stage: 'started' });
  while (performance.now() < until) await save();
  void save().catch(() => {});
}
