import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type Queryable, select } from './database.ts';

/** Key of the advisory lock, in PostgreSQL's space of two 32-bit numbers. Locks are per database. */
export const INSTANCE_LOCK = [0x6d736773, 1] as const;
/** A previous process may still be stopping. */
const WAIT_MS = 3_000;
const RETRY_MS = 250;
/** How often the connection is checked, and how long it may take to answer. */
const CHECK_MS = 2_000;
const ANSWER_MS = 4_000;

/** Another messaging process uses the database. */
export class InstanceLockHeld extends Error {
  override name = 'InstanceLockHeld';
  constructor() {
    super(
      'Another messaging process is using this database. Stop it, or set DATABASE_URL to another database.',
    );
  }
}

type Connection = Awaited<ReturnType<Database['connect']>>;

export interface InstanceLockOptions {
  database: Database;
  /** The connection was lost: nothing may be written until `onRegained`. */
  onLost: () => void;
  onRegained: () => void;
  /** Another process has used the database since, so this process must not write any more. */
  onTakenOver: () => void;
}

/**
 * Lock of the database for one process, held on a separate connection. While that connection is lost, `isHeld` is
 * false. The lock is regained only if no other process has used the database. See
 * docs/decisions/0033-messaging-durability-and-order.md.
 */
export class InstanceLock {
  readonly #options: InstanceLockOptions;
  readonly #id = randomUUID();
  #connection: Connection | null = null;
  #checking: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: InstanceLockOptions) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#connection !== null;
  }

  /** Throws `InstanceLockHeld` if another process holds the lock. */
  async acquire(): Promise<void> {
    for (const end = performance.now() + WAIT_MS; ; await delay(RETRY_MS)) {
      const connection = await this.#options.database.connect();
      const isLocked = await tryLock(connection).catch((error: unknown) => {
        connection.release(true);
        throw error;
      });
      if (isLocked) return this.#hold(connection);
      connection.release();
      if (performance.now() > end) throw new InstanceLockHeld();
    }
  }

  /** Records that this process has used the database. Needs the migrated schema. */
  async claim(): Promise<void> {
    await this.#options.database.query(
      `insert into messaging.instance (id) values ($1) on conflict (only_row) do update set id = excluded.id`,
      [this.#id],
    );
  }

  release(): void {
    this.#isStopped = true;
    this.#drop();
  }

  #hold(connection: Connection): void {
    this.#connection = connection;
    const lost = () => this.#lose(connection);
    connection.on?.('error', lost);
    connection.on?.('end', lost);
    // A connection that was cut without notice does not respond.
    this.#checking = setInterval(() => {
      void Promise.race([connection.query('select 1'), failAfter(ANSWER_MS)]).catch(lost);
    }, CHECK_MS).unref();
  }

  #lose(connection: Connection): void {
    if (this.#connection !== connection || this.#isStopped) return;
    this.#drop();
    this.#options.onLost();
    void this.#regain();
  }

  /** Closes the connection, which releases the lock. */
  #drop(): void {
    if (this.#checking) clearInterval(this.#checking);
    this.#connection?.release(true);
    this.#connection = null;
  }

  async #regain(): Promise<void> {
    const { database, onRegained, onTakenOver } = this.#options;
    while (!this.#isStopped) {
      await delay(RETRY_MS, undefined, { ref: false });
      const outcome = await this.#tryToRegain(database).catch(() => 'retry' as const);
      if (outcome === 'taken over') return onTakenOver();
      if (outcome === 'regained') return onRegained();
    }
  }

  async #tryToRegain(database: Database): Promise<'regained' | 'taken over' | 'retry'> {
    const connection = await database.connect();
    try {
      const isLocked = await tryLock(connection);
      // Read after the lock is acquired, because another process could have started and stopped in between.
      const [row] = await select<{ id: string }>(connection, 'select id from messaging.instance');
      if (row?.id !== this.#id) {
        connection.release(true);
        return 'taken over';
      }
      if (isLocked && !this.#isStopped) {
        this.#hold(connection);
        return 'regained';
      }
      connection.release(isLocked);
      return 'retry';
    } catch (error) {
      connection.release(true);
      throw error;
    }
  }
}

async function tryLock(connection: Queryable): Promise<boolean> {
  const [row] = await select<{ locked: boolean }>(
    connection,
    'select pg_try_advisory_lock($1, $2) as locked',
    [...INSTANCE_LOCK],
  );
  return row?.locked === true;
}

async function failAfter(ms: number): Promise<never> {
  await delay(ms, undefined, { ref: false });
  throw new Error('The lock connection does not respond');
}
