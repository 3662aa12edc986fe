import { Pool, type PoolConfig } from 'pg';
import { startEmbedded } from './embedded.ts';
import { lockDirectory } from './lock.ts';

/** Where the data lies: a PostgreSQL server, a directory of the embedded one, or memory (tests). */
export type DatabasePlace =
  | { url: string; poolSize?: number }
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
export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  if ('url' in place) return openPostgres(place.url, place.poolSize ?? 10);
  const release = 'directory' in place ? lockDirectory(place.directory) : () => {};
  try {
    const embedded = await startEmbedded({
      directory: 'directory' in place ? place.directory : null,
      dump: 'memory' in place ? (place.dump ?? null) : null,
    });
    // One session is all the embedded PostgreSQL has: whoever holds it holds the database.
    const pool = new Pool({
      ...PIPELINED,
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      stream: () => embedded.connect(),
    } as PoolConfig);
    surviveLostConnections(pool);
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

/** What is asked side by side goes out at once; the database answers in order. */
const PIPELINED = { pipeline: true };
/** A statement that takes longer holds a connection that others wait for. Migrations lift the limit for themselves. */
const STATEMENT_TIMEOUT_MS = 5_000;

async function openPostgres(url: string, max: number): Promise<OpenDatabase> {
  const pool = new Pool({
    ...PIPELINED,
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  surviveLostConnections(pool);
  await pool.query('select 1');
  return { pool, kind: 'postgres', close: () => pool.end() };
}

/**
 * A connection that is lost, idle or at work, is an event that would end the process if nobody listened. Whoever queries
 * on it hears of it anyway, and the pool opens another.
 */
function surviveLostConnections(pool: Pool) {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}
