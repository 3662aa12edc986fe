import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openDatabase } from '#server/db/open.ts';
import { findPostgres } from '#test/journeys/support/postgres.ts';
import { startTestPostgres } from './startTestPostgres.ts';

/** The address of the PostgreSQL that all test files of a run share. Set by the global setup. */
const ADDRESS = 'TRELLIS_TEST_POSTGRES_URL';
/** A busy machine needs more time than production allows. */
const TIMEOUTS = { requestMs: 30_000, statementMs: 30_000 };

let stop = async () => {};

/**
 * Starts the PostgreSQL in which each test file, or the server of each story, creates its own databases. `copyOf` is the data
 * directory of another instance; without it, the database `app` has the newest schema and no rows.
 */
export async function startSharedPostgres(copyOf: string | null = null): Promise<void> {
  if (!findPostgres()) return;
  const postgres = await startTestPostgres(
    {
      autovacuum: 'off',
      deadlock_timeout: '50ms',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '200',
    },
    copyOf,
  );
  process.env[ADDRESS] = postgres.url;
  // The pipe closes when the test process ends, even when it is killed.
  const guard = spawn('sh', ['-c', END, 'guard', postgres.data], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  stop = async () => {
    await postgres.stop();
    guard.stdin.end();
  };
}

const END = `
  cat
  kill -QUIT "$(head -n 1 "$1/postmaster.pid")" && sleep 1
  rm -rf "$(dirname "$1")"
`;

export const stopSharedPostgres = () => stop();

export const hasSharedPostgres = () => process.env[ADDRESS] !== undefined;

/** A new database with the newest schema in the shared PostgreSQL: its address as superuser and as its owner `app`. */
export async function createSharedDatabase(template = 'app') {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administrate(`create database ${name} owner app template ${template} strategy file_copy`);
  return {
    url: addressOf(name),
    appUrl: addressOf(name, 'app'),
    drop: () => administrate(`drop database ${name} with (force)`),
  };
}

export type SharedDatabase = Awaited<ReturnType<typeof createSharedDatabase>>;

/** Opens a new database in the shared PostgreSQL and drops it on close. `isEmpty`: without a schema. */
export async function openSharedDatabase({
  isOwner = false,
  isEmpty = false,
  poolSize = 10,
}: {
  isOwner?: boolean;
  isEmpty?: boolean;
  poolSize?: number;
}) {
  const { url, appUrl, drop } = await createSharedDatabase(isEmpty ? 'template1' : 'app');
  const database = await openDatabase({ url: isOwner ? appUrl : url, poolSize, timeouts: TIMEOUTS });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

async function administrate(statement: string) {
  const server = await openDatabase({
    url: addressOf('postgres'),
    poolSize: 1,
    timeouts: { statementMs: 60_000 },
  });
  try {
    await server.pool.query(statement);
  } finally {
    await server.close();
  }
}

function addressOf(database: string, login?: string) {
  const address = new URL(process.env[ADDRESS] ?? '');
  address.pathname = database;
  if (login) address.username = login;
  return address.href;
}
