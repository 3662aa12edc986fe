import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listMigrations, migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';

const CACHE = '.cache/test-databases';
/** Test data does not have to survive a power loss. */
const settings = { fsync: 'off' };

export type TestPostgres = Awaited<ReturnType<typeof startTestPostgres>>;

/**
 * A separate PostgreSQL with the database `app` in the newest schema. Its login `app` is the owner and not a superuser,
 * as in production. `more` are settings of the server. `copyOf` is the data directory of another instance that was stopped.
 */
export async function startTestPostgres(more: Record<string, string> = {}, copyOf: string | null = null) {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed');
  const postgres = await startPostgres(programs, {
    copyOf: copyOf ?? (await cachedCopy(programs)),
    settings: { ...settings, ...more },
  });
  return { ...postgres, appUrl: appUrlOf(postgres.url) };
}

/** The first instance is cached as a directory, because copying it takes a fraction of the time. */
async function cachedCopy(programs: string): Promise<string> {
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  const name = createHash('sha256')
    .update(JSON.stringify([version, listMigrations()]))
    .digest('hex');
  const cached = join(CACHE, `postgres-${name.slice(0, 16)}`);
  if (!existsSync(cached)) await createCopy(programs, cached);
  return cached;
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
    rmSync(temporary, { recursive: true }); // another process created it first
  }
  await postgres.stop();
}
