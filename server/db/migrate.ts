import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** An arbitrary key. Processes that start together wait for this lock and migrate one after another. */
export const MIGRATION_LOCK = 7_305_001;
/**
 * Roles belong to the cluster, but the lock belongs to one database: a migration of another database can create or drop
 * a role at the same time. Such a migration is retried.
 */
const ROLE_CONFLICTS = new Set(['23505', '40P01', '42704', '42710', 'XX000']);
const ATTEMPTS = 5;
const RETRY_MS = 100;

export interface Migration {
  name: string;
  sql: string;
}

export const listMigrations = (directory = MIGRATIONS): Migration[] =>
  readdirSync(directory)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((name) => ({ name, sql: readFileSync(`${directory}/${name}`, 'utf8') }));

/**
 * Updates the schema: runs each migration once, in order, in its own transaction. Returns the names of the new ones.
 */
export async function migrate(pool: Pool, migrations = listMigrations()): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('set statement_timeout = 0'); // a wait for another process or a change of a large table may take long
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    const known = new Set(rows.map(({ name }) => name));
    const unknown = [...known].find((name) => !migrations.some((migration) => migration.name === name));
    if (unknown)
      throw new Error(
        `The database was created by a newer version of Trellis (${unknown}). Start that version, or restore a backup.`,
      );
    for (const { name, sql } of migrations) {
      if (known.has(name)) continue;
      await apply(client, { name, sql });
      applied.push(name);
    }
    return applied;
  } finally {
    let lost: Error | undefined;
    try {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await client.query('reset statement_timeout');
    } catch (error) {
      lost = error as Error; // closing the connection releases the lock and the setting
    }
    client.release(lost);
  }
}

async function apply(client: PoolClient, { name, sql }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await client.query('begin');
      await client.query(sql);
      await client.query('insert into schema_migrations (name) values ($1)', [name]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const { code = '', message } = error as Error & { code?: string };
      if (attempt === ATTEMPTS || !ROLE_CONFLICTS.has(code))
        throw new Error(`Migration ${name} failed: ${message}`, { cause: error });
      await delay(RETRY_MS * attempt);
    }
}
