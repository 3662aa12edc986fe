import { type Figures, quantile } from './support/figures.ts';
import { startTrellis, startUntil, withDataDirectory } from './support/server.ts';

const RUNS = 5;

/** An empty server on the same framework and driver: what nobody can go below. */
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
    for (let run = 0; run < RUNS; run++) {
      const trellis = await startTrellis(directory);
      await trellis.end();
      ours.push(trellis.tookMs);
      const empty = await startUntil('empty server is ready', ['--input-type=module', '-e', EMPTY_SERVER]);
      await empty.end();
      reference.push(empty.tookMs);
    }
    return {
      title: 'Start',
      method: `From the start of the program to its ready line, on a built checkout; median of ${RUNS}.`,
      rows: [
        {
          what: 'warm start',
          ours: quantile(ours, 0.5),
          reference: quantile(reference, 0.5),
          referenceName: 'empty Fastify server',
          unit: 'ms',
        },
        {
          what: 'first start (creates and fills the database)',
          ours: first.tookMs,
          reference: quantile(ours, 0.5),
          referenceName: 'warm start',
          unit: 'ms',
        },
      ],
    };
  });
}
