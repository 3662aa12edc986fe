import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';

const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url));
/** Any number, as long as nobody else takes it: two processes that start together migrate one after the other. */
export const MIGRATION_LOCK = 7_305_001;

export interface Migration {
  name: string;
  sql: string;
}

export const listMigrations = (directory = MIGRATIONS): Migration[] =>
  readdirSync(directory)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((name) => ({ name, sql: readFileSync(`${directory}/${name}`, 'utf8') }));

/** Brings the schema up to date: each migration once, in order, in a transaction of its own. Says which were new. */
export async function migrate(pool: Pool, migrations = listMigrations()): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('set statement_timeout = 0'); // another process may be at it, and a large table takes its time
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    const known = new Set(rows.map(({ name }) => name));
    const foreign = [...known].find((name) => !migrations.some((migration) => migration.name === name));
    if (foreign)
      throw new Error(
        `The database was made by a newer Trellis (${foreign}). Start that one, or restore a backup.`,
      );
    for (const { name, sql } of migrations) {
      if (known.has(name)) continue;
      try {
        await client.query('begin');
        await client.query(sql);
        await client.query('insert into schema_migrations (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(name);
    }
    return applied;
  } finally {
    let lost: Error | undefined;
    try {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await client.query('reset statement_timeout');
    } catch (error) {
      lost = error as Error; // the lock and the setting go with the connection
    }
    client.release(lost);
  }
}
