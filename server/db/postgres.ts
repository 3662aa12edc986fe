import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool } from './pool.ts';
import { afterAtLeast, type OnWaiting, sayWhile } from './waiting.ts';

export interface Patience {
  /** Until the other machine takes a connection, which its kernel does however busy it is. */
  reachMs: number;
  /** Until PostgreSQL answers at a start. */
  startMs: number;
  /** The same once we serve: somebody looks at a page meanwhile. */
  requestMs: number;
}
const PATIENCE: Patience = { reachMs: 5_000, startMs: 120_000, requestMs: 5_000 };
/** A statement that takes longer holds a connection that others wait for. Migrations lift the limit for themselves. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** The first connection is still there when the rest of a slow start asks for it. */
const IDLE_MS = 60_000;
const AGAIN_MS = 300;
/**
 * It is there and cannot take us yet: it starts up or goes down, or has given all its connections away. What stands
 * before it and has nobody to hand us to (a container's port) takes the connection and ends it at once.
 */
const LATER = new Set(['57P03', '57P01', '53300', 'ECONNRESET']);
const isForLater = ({ code = '', message }: NodeJS.ErrnoException) =>
  LATER.has(code) || message === 'Connection terminated unexpectedly';

/** PostgreSQL cannot be used; the message says where it was looked for and what to look at. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
}

/** A pool whose first answer has come. That may take its time; that nobody is there is known at once. */
export async function openPostgres(
  url: string,
  {
    poolSize,
    patience = PATIENCE,
    onWaiting,
  }: { poolSize: number; patience?: Patience; onWaiting: OnWaiting },
): Promise<Pool> {
  const pool = createPool({
    connectionString: url,
    max: poolSize,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: patience.startMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    stream: () => reachWithin(patience.reachMs),
  });
  const place = `PostgreSQL at ${addressOf(url)}`;
  try {
    await sayWhile(firstAnswer(pool, performance.now() + patience.startMs), place, onWaiting);
  } catch (error) {
    await pool.end();
    throw new DatabaseAway(whyAway(error as NodeJS.ErrnoException, place, patience), { cause: error });
  }
  pool.options.connectionTimeoutMillis = patience.requestMs;
  return pool;
}

async function firstAnswer(pool: Pool, until: number): Promise<void> {
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isForLater(error as Error) || performance.now() > until) throw error;
      await delay(AGAIN_MS);
    }
  }
}

/** A socket that fails when the other side does not take it in time. */
function reachWithin(ms: number): Socket {
  const socket = new Socket();
  const stop = afterAtLeast(ms, () => {
    socket.destroy(Object.assign(new Error('No answer to the connection'), { code: 'ETIMEDOUT' }));
  });
  socket.once('connect', stop).once('close', stop);
  return socket;
}

/** Host and port, and nothing of the user or the password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'the address in DATABASE_URL';
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  return `${host}:${port || searchParams.get('port') || 5432}`;
}

function whyAway(
  { code = '', message }: NodeJS.ErrnoException,
  place: string,
  { startMs }: Patience,
): string {
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `${place} refuses the connection. Is it running, and are host and port in DATABASE_URL right?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${place} cannot be found: nobody knows that name. Check the host in DATABASE_URL.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${place} cannot be reached. Check the host in DATABASE_URL, and whether a firewall stands between.`;
    case '28P01':
    case '28000':
      return `${place} does not let us in (${message}). Check user and password in DATABASE_URL.`;
    case '3D000':
      return `${place} has no such database (${message}). Create it, or correct DATABASE_URL.`;
  }
  if (/connection timeout|timeout expired/.test(message))
    return `${place} took the connection and has not answered for ${startMs / 1_000} s. Check that it is PostgreSQL, and whether it is overloaded.`;
  return `${place} cannot be used: ${message}`;
}
