import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { startServer } from '#server/start.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';
import { CALLS_PER_ROUND, type Measurement, measureCalls, ROUNDS } from './measure.ts';
import { type Population, populate } from './population.ts';
import { report } from './report.ts';

/**
 * `npm run bench:api`: the ten most used API calls over HTTP to the whole server, compared with the SQL statements of each
 * call on the same driver and connections, in organisations of 50, 5,000 and 50,000 users. Calls run one after another, so
 * that times contain no queueing. The arguments `embedded` or `postgres` select one database; BENCH_USERS=50,5000,
 * BENCH_ROUNDS=5 and BENCH_CALLS=200 shorten the run.
 */
const SIZES = (process.env.BENCH_USERS ?? '50,5000,50000').split(',').map(Number);
const PORT = 4_720;

async function measure(place: { url: string } | { directory: string }, home: string): Promise<Measurement[]> {
  const database = await openDatabase(place);
  const populations: Population[] = [];
  try {
    await migrate(database.pool);
    for (const [index, users] of SIZES.entries())
      populations.push(await populate(database.pool, 101 + index, users));
    // Does the maintenance after large writes now, so that it does not run during the measurement.
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

const method = `median of ${ROUNDS} rounds of ${CALLS_PER_ROUND} calls, one after another`;
const wanted = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'trellis-bench-api-'));
try {
  if (wanted.length === 0 || wanted.includes('embedded'))
    report(`Embedded database: ${method}`, await measure({ directory: join(home, 'database') }, home));
  const programs = findPostgres();
  if (!programs) process.stdout.write('\nPostgreSQL: skipped, because it is not installed.\n');
  else if (wanted.length === 0 || wanted.includes('postgres')) {
    const postgres = await startPostgres(programs);
    try {
      report(`PostgreSQL: ${method}`, await measure({ url: postgres.url }, join(home, 'postgres')));
    } finally {
      await postgres.stop();
    }
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
