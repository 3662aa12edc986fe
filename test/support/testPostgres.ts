import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listMigrations, migrate } from '#server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';
import { openTestDatabase } from './testDatabase.ts';

const CACHE = '.cache/test-databases';
const programs = findPostgres();
/** Nothing of a test has to survive a power loss. */
const settings = { fsync: 'off' };

/** Where PostgreSQL is not installed, the tests are listed as skipped. */
export const describeOnPostgres = programs ? describe : describe.skip;

export type TestPostgres = Awaited<ReturnType<typeof startTestPostgres>>;

/**
 * A PostgreSQL of its own with the database `app` in the newest schema. Its login `app` is the owner and no superuser, as
 * in production; `more` are settings of the server. The first one is cached as a directory, because copying it takes a fraction of the time.
 */
export async function startTestPostgres(more: Record<string, string> = {}) {
  if (!programs) throw new Error('PostgreSQL is not installed');
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  const name = createHash('sha256')
    .update(JSON.stringify([version, listMigrations()]))
    .digest('hex');
  const cached = join(CACHE, `postgres-${name.slice(0, 16)}`);
  if (!existsSync(cached)) await createCopy(programs, cached);
  const postgres = await startPostgres(programs, { copyOf: cached, settings: { ...settings, ...more } });
  return { ...postgres, appUrl: appUrlOf(postgres.url) };
}

function appUrlOf(url: string) {
  const app = new URL(url);
  app.username = 'app';
  app.pathname = 'app';
  return app.href;
}

async function createCopy(folder: string, cached: string) {
  const postgres = await startPostgres(folder, { settings });
  const owner = await openDatabase({ url: postgres.url, poolSize: 1 });
  await owner.pool.query('create role app login createrole');
  await owner.pool.query(`create database app owner app encoding 'UTF8' template template0`);
  await owner.close();
  const app = await openDatabase({ url: appUrlOf(postgres.url), poolSize: 1 });
  await migrate(app.pool);
  await app.close();
  await postgres.shutDown('fast');
  mkdirSync(CACHE, { recursive: true });
  const temporary = `${cached}.${process.pid}`;
  execFileSync('cp', ['-a', postgres.data, temporary]);
  try {
    renameSync(temporary, cached);
  } catch {
    rmSync(temporary, { recursive: true }); // another process was quicker
  }
  await postgres.stop();
}

/** The database `app`, with several connections. */
async function openOnPostgres(): Promise<OpenDatabase> {
  const postgres = await startTestPostgres();
  const database = await openDatabase({ url: postgres.appUrl });
  return {
    ...database,
    async close() {
      await database.close();
      await postgres.stop();
    },
  };
}

/** Describes the same tests on the embedded database and on PostgreSQL with several connections. */
export function onEachDatabase(tests: (open: () => Promise<OpenDatabase>) => void) {
  describe('on the embedded database', () => tests(openTestDatabase));
  describeOnPostgres('on PostgreSQL', () => tests(openOnPostgres));
}
