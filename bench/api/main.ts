import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { startServer } from '#server/start.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';
import { CALLS_A_ROUND, type Measured, measureCalls, ROUNDS } from './measure.ts';
import { type Population, populate } from './population.ts';
import { report } from './report.ts';

/**
 * `npm run bench:api`: the ten most used calls over HTTP, against the whole server, beside the bare statements that each of
 * them sends, on the same driver and over the same connections, with 50, 5,000 and 50,000 people in the organisation. One
 * after the other, so that a figure is a time and not a queue. `embedded` or `postgres` as an argument takes one of both;
 * BENCH_USERS=50,5000, BENCH_ROUNDS=5 and BENCH_CALLS=200 make it shorter.
 */
const SIZES = (process.env.BENCH_USERS ?? '50,5000,50000').split(',').map(Number);
const PORT = 4_720;

async function measure(place: { url: string } | { directory: string }, home: string): Promise<Measured[]> {
  const database = await openDatabase(place);
  const populations: Population[] = [];
  try {
    await migrate(database.pool);
    for (const [index, users] of SIZES.entries())
      populations.push(await populate(database.pool, 101 + index, users));
    // What a database does by itself after so much was written is done before, not meanwhile.
    const client = await database.pool.connect();
    await client.query('set statement_timeout = 0');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    client.release();
  } finally {
    await database.close();
  }
  const server = await startServer({
    PORT: String(PORT),
    DATA_DIR: home,
    ...('url' in place && { DATABASE_URL: place.url }),
    NODE_ENV: 'production',
  });
  try {
    return await measureCalls(PORT, populations);
  } finally {
    await server.stop();
  }
}

const how = `${ROUNDS} rounds of ${CALLS_A_ROUND} calls, one after the other; the median of the rounds`;
const wanted = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'trellis-bench-api-'));
try {
  if (wanted.length === 0 || wanted.includes('embedded'))
    report(`Embedded database, ${how}`, await measure({ directory: join(home, 'database') }, home));
  const programs = findPostgres();
  if (!programs) process.stdout.write('\nPostgreSQL is not installed here, so it was not measured.\n');
  else if (wanted.length === 0 || wanted.includes('postgres')) {
    const postgres = await startPostgres(programs);
    try {
      report(`PostgreSQL, ${how}`, await measure({ url: postgres.url }, join(home, 'postgres')));
    } finally {
      await postgres.stop();
    }
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
