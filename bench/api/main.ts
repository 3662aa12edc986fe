import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchPostgres } from '#bench/support/postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { startServer } from '#server/start.ts';
import { type Load, measureLoad } from './load.ts';
import { CALLS_PER_ROUND, type Measurement, measureCalls, ROUNDS } from './measure.ts';
import { type Population, populate } from './population.ts';
import { report, reportLoad } from './report.ts';

/**
 * `npm run bench:api` has two parts, both over HTTP to the whole server. `calls`: the ten most used API calls and the administrators' table of people, one after
 * another so that times contain no queueing, compared with the SQL statements of each call on the same connections, in
 * organisations of 50, 5,000 and 50,000 users. `load`: the calls that start the application, on 1 to 128 connections, compared with a
 * bare route that sends the same bytes. The arguments `calls` or `load` and `embedded` or `postgres` select a part and a
 * database. BENCH_USERS=50,5000, BENCH_ROUNDS=5, BENCH_CALLS=200, BENCH_SECONDS=2 and BENCH_CONNECTIONS=8,32 shorten the run,
 * BENCH_CALL=people runs only the calls whose name matches it; BENCH_PORT replaces port 4720. BENCH_DATABASE is in
 * bench/support/postgres.ts.
 */
const SIZES = (process.env.BENCH_USERS ?? '50,5000,50000').split(',').map(Number);
const PORT = Number(process.env.BENCH_PORT ?? 4_720);
const wanted = process.argv.slice(2);
const isWanted = (one: string, other: string) => wanted.includes(one) || !wanted.includes(other);

interface Measured {
  calls: Measurement[];
  load: Load[];
}

async function measure(place: { url: string } | { directory: string }, home: string): Promise<Measured> {
  const database = await openDatabase(place);
  const populations: Population[] = [];
  try {
    await migrate(database.pool);
    for (const [index, users] of SIZES.entries())
      populations.push(await populate(database.pool, 101 + index, users));
    await database.pool.query(
      'create table if not exists bench_answers (path text primary key, body text not null)',
    );
    // Runs database maintenance now, after large writes, so that it does not run during the measurement.
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
    const middle = populations[Math.floor(populations.length / 2)];
    return {
      calls: isWanted('calls', 'load') ? await measureCalls(PORT, populations) : [],
      load: isWanted('load', 'calls') && middle ? await measureLoad(PORT, middle) : [],
    };
  } finally {
    await server.stop();
  }
}

function print(database: string, { calls, load }: Measured) {
  if (calls.length > 0)
    report(`${database}: median of ${ROUNDS} rounds of ${CALLS_PER_ROUND} calls, one after another`, calls);
  if (load.length > 0) reportLoad(database, load);
}

const home = mkdtempSync(join(tmpdir(), 'trellis-bench-api-'));
try {
  if (isWanted('embedded', 'postgres'))
    print('Embedded database', await measure({ directory: join(home, 'database') }, home));
  if (isWanted('postgres', 'embedded')) {
    const postgres = await benchPostgres();
    if (!postgres) process.stdout.write('\nPostgreSQL: skipped, because it is not installed.\n');
    else
      try {
        print('PostgreSQL', await measure({ url: postgres.url }, join(home, 'postgres')));
      } finally {
        await postgres.stop();
      }
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
