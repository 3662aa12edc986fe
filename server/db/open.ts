import type { Pool, PoolConfig } from 'pg';
import { startEmbedded } from './embedded.ts';
import { lockDirectory } from './lock.ts';
import { createPool } from './pool.ts';
import { openPostgres, type Patience } from './postgres.ts';
import { type OnWaiting, sayWhile } from './waiting.ts';

/** Where the data lies: a PostgreSQL server, a directory of the embedded one, or memory (tests). */
export type DatabasePlace =
  | { url: string; poolSize?: number; patience?: Patience }
  | { directory: string }
  | { memory: true; dump?: Blob };

export interface OpenDatabase {
  pool: Pool;
  kind: 'postgres' | 'embedded';
  /** A copy to begin other databases in memory with; the embedded kind only. */
  dump?: () => Promise<Blob>;
  close(): Promise<void>;
}

/** Opens either kind behind the same `pg` pool: the code above cannot tell which it is. */
export async function openDatabase(
  place: DatabasePlace,
  onWaiting: OnWaiting = () => {},
): Promise<OpenDatabase> {
  if ('url' in place) {
    const pool = await openPostgres(place.url, { poolSize: 10, ...place, onWaiting });
    return { pool, kind: 'postgres', close: () => pool.end() };
  }
  const release = 'directory' in place ? lockDirectory(place.directory) : () => {};
  try {
    const embedded = await sayWhile(
      startEmbedded({
        directory: 'directory' in place ? place.directory : null,
        dump: 'memory' in place ? (place.dump ?? null) : null,
      }),
      `the embedded database in ${'directory' in place ? place.directory : 'memory'}`,
      onWaiting,
    );
    // One session is all the embedded PostgreSQL has: whoever holds it holds the database.
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
