import type { Pool, PoolConfig } from 'pg';
import { startEmbedded } from './embedded.ts';
import { lockDirectory } from './lock.ts';
import { createPool } from './pool.ts';
import { openPostgres, type Timeouts } from './postgres.ts';
import { type OnWait, reportWait } from './reportWait.ts';

/** Where the data is stored: a PostgreSQL server, a directory (embedded), or memory (tests). */
export type DatabaseLocation =
  | { url: string; poolSize?: number; timeouts?: Partial<Timeouts> }
  | { directory: string }
  | { memory: true; dump?: Blob };

export interface OpenDatabase {
  pool: Pool;
  kind: 'postgres' | 'embedded';
  /** A copy of the database for creating other databases in memory; embedded only. */
  dump?: () => Promise<Blob>;
  close(): Promise<void>;
}

/**
 * Opens either kind of database behind the same `pg` pool, so that callers do not depend on the kind. See
 * docs/decisions/0034-databases.md.
 */
export async function openDatabase(
  location: DatabaseLocation,
  onWait: OnWait = () => {},
): Promise<OpenDatabase> {
  if ('url' in location) {
    const pool = await openPostgres(location.url, { poolSize: 10, ...location, onWait });
    return { pool, kind: 'postgres', close: () => pool.end() };
  }
  const release = 'directory' in location ? lockDirectory(location.directory) : () => {};
  try {
    const embedded = await reportWait(
      startEmbedded({
        directory: 'directory' in location ? location.directory : null,
        dump: 'memory' in location ? (location.dump ?? null) : null,
      }),
      `the embedded database in ${'directory' in location ? location.directory : 'memory'}`,
      onWait,
    );
    // The embedded PostgreSQL has a single session.
    const pool = createPool({
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      stream: () => embedded.connect(),
    } as PoolConfig);
    return {
      pool,
      kind: 'embedded',
      dump: () => embedded.dump(),
      async close() {
        await pool.end();
        await embedded.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
