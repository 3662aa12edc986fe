import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool } from './pool.ts';
import { callAfter, type OnWait, reportWait } from './reportWait.ts';

export interface Timeouts {
  /** Time limit for the other machine to accept a connection. Its kernel does so even under load. */
  reachMs: number;
  /** Time limit for the first response of PostgreSQL when the server starts. */
  startMs: number;
  /** Time limit for a request to get a connection, while a user waits. */
  requestMs: number;
  /** Time limit of a statement. A longer one would block a connection that others need. Migrations have no limit. */
  statementMs: number;
}
const TIMEOUTS: Timeouts = { reachMs: 5_000, startMs: 120_000, requestMs: 5_000, statementMs: 5_000 };
/** Long enough for the first connection to survive a slow start. */
const IDLE_MS = 60_000;
const RETRY_MS = 300;
/**
 * Reachable, but not accepting connections yet: starting up, shutting down, or out of connections. A proxy or a
 * container port without a server behind it accepts the connection and closes it immediately.
 */
const RETRYABLE = new Set(['57P03', '57P01', '53300', 'ECONNRESET']);
const isRetryable = ({ code = '', message }: NodeJS.ErrnoException) =>
  RETRYABLE.has(code) || message === 'Connection terminated unexpectedly';

/** PostgreSQL cannot be used. The message names the address and what to check. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * Opens a pool and waits for the first response. A slow server may take a long time; a wrong address fails immediately.
 */
export async function openPostgres(
  url: string,
  { poolSize, timeouts: given, onWait }: { poolSize: number; timeouts?: Partial<Timeouts>; onWait: OnWait },
): Promise<Pool> {
  const timeouts = { ...TIMEOUTS, ...given };
  const pool = createPool({
    connectionString: url,
    max: poolSize,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: timeouts.startMs,
    statement_timeout: timeouts.statementMs,
    stream: () => connectWithin(timeouts.reachMs),
  });
  const server = `PostgreSQL at ${addressOf(url)}`;
  try {
    await reportWait(waitUntilReady(pool, performance.now() + timeouts.startMs), server, onWait);
  } catch (error) {
    await pool.end();
    throw new DatabaseUnavailable(describeFailure(error as NodeJS.ErrnoException, server, timeouts), {
      cause: error,
    });
  }
  pool.options.connectionTimeoutMillis = timeouts.requestMs;
  return pool;
}

async function waitUntilReady(pool: Pool, until: number): Promise<void> {
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isRetryable(error as Error) || performance.now() > until) throw error;
      await delay(RETRY_MS);
    }
  }
}

/** A socket that fails if the connection is not accepted in time. */
function connectWithin(ms: number): Socket {
  const socket = new Socket();
  const stop = callAfter(ms, () => {
    socket.destroy(Object.assign(new Error('The server did not respond'), { code: 'ETIMEDOUT' }));
  });
  socket.once('connect', stop).once('close', stop);
  return socket;
}

/** Host and port, without user and password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'the address in DATABASE_URL';
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  return `${host}:${port || searchParams.get('port') || 5432}`;
}

function describeFailure(
  { code = '', message }: NodeJS.ErrnoException,
  server: string,
  { startMs }: Timeouts,
): string {
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `${server} refused the connection. Check that it is running, and check host and port in DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${server} was not found: the host name is unknown. Check the host in DATABASE_URL.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${server} cannot be reached. Check the host in DATABASE_URL and your firewall.`;
    case '28P01':
    case '28000':
      return `${server} refused the login (${message}). Check user and password in DATABASE_URL.`;
    case '3D000':
      return `The database does not exist on ${server} (${message}). Create it, or correct DATABASE_URL.`;
  }
  if (/connection timeout|timeout expired/.test(message))
    return `${server} accepted the connection but did not respond within ${startMs / 1_000} s. Check that it is PostgreSQL and not overloaded.`;
  return `${server} cannot be used: ${message}`;
}
