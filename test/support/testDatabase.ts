import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { listMigrations, migrate } from '#server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { hasSharedPostgres, openSharedDatabase } from './sharedPostgres.ts';

const CACHE = '.cache/test-databases';

/**
 * A database with the newest schema and a single connection, like the embedded database. It is in the shared
 * PostgreSQL, which takes half the time, or embedded if PostgreSQL is not installed or with `TEST_DATABASE=embedded`.
 */
export const openTestDatabase = (): Promise<OpenDatabase> =>
  hasSharedPostgres() && process.env.TEST_DATABASE !== 'embedded'
    ? openSharedDatabase({ poolSize: 1 })
    : openEmbeddedDatabase();

/** A database without a schema, for tests of migrations. */
export const openEmptyDatabase = (): Promise<OpenDatabase> =>
  hasSharedPostgres() && process.env.TEST_DATABASE !== 'embedded'
    ? openSharedDatabase({ isEmpty: true, poolSize: 1 })
    : openDatabase({ memory: true });

/**
 * An embedded database in memory with the newest schema. Creating one takes seconds, copying one half a second, so the first one is
 * cached in a file named after the hash of the migrations.
 */
export async function openEmbeddedDatabase(): Promise<OpenDatabase> {
  const migrations = listMigrations();
  const name = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const file = `${CACHE}/${name}.tar`;
  if (existsSync(file)) return openDatabase({ memory: true, dump: new Blob([readFileSync(file)]) });

  const database = await openDatabase({ memory: true });
  await migrate(database.pool, migrations);
  const dump = await database.dump?.();
  if (dump) {
    mkdirSync(CACHE, { recursive: true });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, Buffer.from(await dump.arrayBuffer()));
    renameSync(temporary, file);
  }
  return database;
}
