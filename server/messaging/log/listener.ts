import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type DatabaseConnection, select } from '#server/messaging/database.ts';
import type { OnWake, WakeUps } from './wakeUps.ts';

/**
 * Key of the advisory lock, in PostgreSQL's space of two 32-bit numbers. Processes share it. Earlier versions held it
 * alone, and must not run next to this one, because they neither read nor write the log.
 */
export const PROCESS_LOCK = [0x6d736773, 1] as const;
/** A previous process may still be stopping. */
const WAIT_MS = 3_000;
const RETRY_MS = 250;
/** How often the connection is checked, and how long it may take to answer. */
const CHECK_MS = 2_000;
const ANSWER_MS = 4_000;

/** A messaging process of an earlier version uses the database alone. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
  constructor() {
    super(
      'A messaging process of an earlier version is using this database. Stop it first, or set DATABASE_URL to another database.',
    );
  }
}

/** Receives PostgreSQL's notifications on a separate connection, and opens it again when it is lost. */
export class Listener implements WakeUps {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  #onWake: OnWake = () => {};
  #process = '';
  #connection: DatabaseConnection | null = null;
  #checking: NodeJS.Timeout | null = null;
  #isStopped = false;
  /** The commit notifies. */
  readonly reachesOthers = false;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  async start(process: string, onWake: OnWake): Promise<void> {
    this.#process = process;
    this.#onWake = onWake;
    for (const end = performance.now() + WAIT_MS; ; await delay(RETRY_MS)) {
      if (await this.#connect()) return;
      if (performance.now() > end) throw new DatabaseInUse();
    }
  }

  send(): void {}

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#drop();
  }

  /** Returns false if a process of an earlier version holds the lock. */
  async #connect(): Promise<boolean> {
    const connection = await this.#database.connect();
    try {
      const [row] = await select<{ locked: boolean }>(
        connection,
        'select pg_try_advisory_lock_shared($1, $2) as locked',
        [...PROCESS_LOCK],
      );
      if (row?.locked === true) await connection.query('listen messaging');
      // `stop` can be called while a lost connection is being opened again.
      if (row?.locked !== true || this.#isStopped) {
        connection.release(true);
        return false;
      }
    } catch (error) {
      connection.release(true);
      throw error;
    }
    this.#connection = connection;
    const lost = () => this.#lose(connection);
    connection.on?.('error', lost);
    connection.on?.('end', lost);
    connection.on?.('notification', (notification) => {
      if (!notification?.payload?.startsWith(this.#process)) this.#onWake(null);
    });
    // A connection that was cut without notice does not respond.
    this.#checking = setInterval(() => {
      void Promise.race([connection.query('select 1'), failAfter(ANSWER_MS)]).catch(lost);
    }, CHECK_MS).unref();
    return true;
  }

  #lose(connection: DatabaseConnection): void {
    if (this.#connection !== connection || this.#isStopped) return;
    this.#drop();
    this.#onError(new Error('The connection for notifications is lost'));
    void this.#reconnect();
  }

  #drop(): void {
    if (this.#checking) clearInterval(this.#checking);
    this.#connection?.release(true);
    this.#connection = null;
  }

  async #reconnect(): Promise<void> {
    while (!this.#isStopped) {
      await delay(RETRY_MS, undefined, { ref: false });
      // Until then, polls find the batches of other processes.
      if (await this.#connect().catch(() => false)) return this.#onWake(null);
    }
  }
}

async function failAfter(ms: number): Promise<never> {
  await delay(ms, undefined, { ref: false });
  throw new Error('The connection for notifications does not respond');
}
