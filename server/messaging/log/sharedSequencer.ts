import { randomUUID } from 'node:crypto';
import { type Database, isTemporary, select } from '#server/messaging/database.ts';
import { insertOrdered, orderedMessages } from '#server/messaging/messages/messageTable.ts';
import { EARLIEST, type Timetoken, timetokenAt } from '#server/messaging/timetokens.ts';
import { type Batch, type LogEntry, type Sequencer, UnavailableError } from './sequencer.ts';
import type { LoggedBatch, WakeUps } from './wakeUps.ts';

/** How long batches stay in the table. A process that was away for longer loads its state again. */
export const KEPT_MS = 300_000;
/** A process looks for batches this often, in case a wake-up was lost. */
const POLL_MS = 1_000;
const BATCHES_PER_READ = 100;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 100;
const DELETED_PER_STATEMENT = 1_000;

/** The time of the statement as a timetoken: the same wherever it is used in the statement. */
const CLOCK = '(extract(epoch from statement_timestamp()) * 1e7)::bigint';
/**
 * Updating the only row of `messaging.clock` puts the batches of all processes in order, because its lock is held until
 * the commit: a batch with a higher timetoken is committed later. `previous` is the last entry of the batch before, so
 * that a reader notices a missing batch. The unique number makes a repeated attempt harmless. Without another way to
 * wake the other processes, the statement notifies them ($5).
 */
const COMMIT = {
  name: 'messaging_commit',
  text: `with ordered as (
      update messaging.clock set
        previous = logged,
        reserved = greatest(reserved, ${CLOCK}) + $3,
        logged = greatest(reserved, ${CLOCK}) + $3
      returning previous, logged as last
    ), inserted as (
      ${insertOrdered('ordered', 6)}
    )
    insert into messaging.log (previous, last, process, number, entries)
    select previous, last, $1, $2, $4 from ordered
    returning previous, last, case when $5 then pg_notify('messaging', $1 || ' ' || last) end`,
};
const UNIQUE_VIOLATION = '23505';

type Row = { previous: string; last: string };

export interface SharedSequencerOptions {
  database: Database;
  wakeUps: WakeUps;
  /** The current time. Not used for timetokens, which come from PostgreSQL's clock. */
  now: () => number;
  deliver: (batch: Batch) => void;
  /**
   * Called when batches are missing, as at the start. Loads the state that they changed. Resolves with a function that
   * forgets incomplete events. This function is called in the same turn of the event loop in which the position moves.
   */
  onGap: () => Promise<(completeAfter: Timetoken) => void>;
  onError: (error: unknown) => void;
}

/**
 * The sequencer of several processes on one PostgreSQL database. Every batch is a row of `messaging.log`; a process
 * delivers the rows in order, including its own, and reads rows that it has not received.
 */
export class SharedSequencer implements Sequencer {
  readonly #options: SharedSequencerOptions;
  readonly #process = randomUUID();
  /** Number of the last batch that this process tried to commit. */
  #number = 0;
  /** Timetoken of the last entry that is delivered. */
  #position: Timetoken = EARLIEST;
  #delivered: Timetoken = EARLIEST;
  #advancing: Promise<void> = Promise.resolve();
  #isReadQueued = false;
  #isLoaded = false;
  #polling: NodeJS.Timeout | null = null;

  constructor(options: SharedSequencerOptions) {
    this.#options = options;
  }

  /** Delivers the batches of the last minutes, which contain the presence of users and events that are not stored. */
  async start(): Promise<void> {
    const { wakeUps, onError } = this.#options;
    await wakeUps.start(this.#process, (batch) => void this.#wake(batch).catch(onError));
    // A timetoken below all later ones, even if nothing has been logged yet.
    this.#delivered = await this.take();
    await this.#advance();
    this.#polling = setInterval(() => void this.#wake(null).catch(onError), POLL_MS).unref();
  }

  async commit(entries: readonly LogEntry[]): Promise<readonly Timetoken[]> {
    const { previous, last } = await this.#insert(entries);
    const batch: LoggedBatch = { process: this.#process, previous, last, entries };
    this.#options.wakeUps.send(batch);
    // The batch is committed. If an earlier one cannot be read at the moment, both are delivered with the next poll.
    await this.#advance(batch).catch(this.#options.onError);
    return timetokensOf(batch);
  }

  cursor(): Timetoken {
    return this.#delivered;
  }

  get delivered(): Timetoken {
    return this.#delivered;
  }

  async catchUpWith(cursor: Timetoken): Promise<void> {
    if (cursor > this.#delivered) await this.#wake(null);
  }

  async take(): Promise<Timetoken> {
    const [row] = await select<{ last: string }>(
      this.#options.database,
      `update messaging.clock set reserved = greatest(reserved, ${CLOCK}) + 1 returning reserved as last`,
    );
    return pad(row!.last);
  }

  time(): Timetoken {
    const now = timetokenAt(this.#options.now());
    return now > this.#delivered ? now : this.#delivered;
  }

  async cleanUp(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.#options.database.query(
        `delete from messaging.log where last in (
           select last from messaging.log where last < $1 order by last limit $2
         )`,
        [timetokenAt(this.#options.now() - KEPT_MS), DELETED_PER_STATEMENT],
      );
      if ((rowCount ?? 0) < DELETED_PER_STATEMENT) return;
    }
  }

  async stop(): Promise<void> {
    if (this.#polling) clearInterval(this.#polling);
    await this.#options.wakeUps.stop();
    await this.#advancing;
  }

  async #insert(entries: readonly LogEntry[]): Promise<{ previous: Timetoken; last: Timetoken }> {
    const { database, wakeUps } = this.#options;
    const number = ++this.#number;
    const values = [
      this.#process,
      number,
      entries.length,
      JSON.stringify(entries),
      !wakeUps.reachesOthers,
      ...orderedMessages(entries),
    ];
    for (let attempt = 1; ; attempt++) {
      try {
        const { rows } = await database.query({ ...COMMIT, values });
        return positionsOf(rows[0] as unknown as Row);
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (code === UNIQUE_VIOLATION) {
          // An attempt without a response had been committed.
          const [row] = await select<Row>(
            database,
            'select previous, last from messaging.log where process = $1 and number = $2',
            [this.#process, number],
          );
          if (row) return positionsOf(row);
        }
        const isRepeatable = isTemporary(error) || !/^[0-9A-Z]{5}$/.test(code);
        if (!isRepeatable) throw error;
        if (attempt === MAX_ATTEMPTS)
          throw new UnavailableError('The database is not available', { cause: error });
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /**
   * Delivers a batch of another process, or reads new batches. Wake-ups that arrive while a read is waiting share this
   * read.
   */
  async #wake(batch: LoggedBatch | null): Promise<void> {
    if (batch) {
      if (batch.last > this.#position) await this.#advance(batch);
      return;
    }
    if (this.#isReadQueued) return this.#advancing;
    this.#isReadQueued = true;
    await this.#advance();
  }

  /** One call runs at a time, so that batches are delivered in order. */
  #advance(batch?: LoggedBatch): Promise<void> {
    const advancing = this.#advancing.then(() => {
      if (!batch) this.#isReadQueued = false;
      if (batch && batch.previous === this.#position) return this.#pass(batch);
      return batch && batch.last <= this.#position ? undefined : this.#read();
    });
    this.#advancing = advancing.catch(() => {});
    return advancing;
  }

  async #read(): Promise<void> {
    for (;;) {
      // One statement, so that the rows and the end of the log show the same moment.
      const rows = await select<{
        logged: string;
        previous: string | null;
        last: string;
        process: string;
        entries: string;
      }>(
        this.#options.database,
        `select clock.logged, l.previous, l.last, l.process, l.entries
         from messaging.clock as clock
         left join lateral (
           select previous, last, process, entries from messaging.log where last > $1 order by last limit $2
         ) as l on true
         order by l.last`,
        [this.#position, BATCHES_PER_READ],
      );
      const [first] = rows;
      const next = pad(first?.previous ?? first?.logged ?? '0');
      if (!this.#isLoaded || next > this.#position) await this.#skipTo(next);
      const batches = rows.filter((row) => row.previous !== null);
      for (const { previous, last, process, entries } of batches)
        this.#pass({
          ...positionsOf({ previous: previous!, last }),
          process,
          entries: JSON.parse(entries) as LogEntry[],
        });
      if (batches.length < BATCHES_PER_READ) return;
    }
  }

  #pass(batch: LoggedBatch): void {
    this.#position = batch.last;
    if (batch.last > this.#delivered) this.#delivered = batch.last;
    this.#options.deliver({
      entries: batch.entries,
      timetokens: timetokensOf(batch),
    });
  }

  async #skipTo(position: Timetoken): Promise<void> {
    const forget = await this.#options.onGap();
    forget(position);
    this.#isLoaded = true;
    this.#position = position;
    if (position > this.#delivered) this.#delivered = position;
  }
}

const pad = (text: string): Timetoken => text.padStart(17, '0');
const positionsOf = ({ previous, last }: Row) => ({ previous: pad(previous), last: pad(last) });

/** The timetokens of a batch are consecutive and end with `last`. */
function timetokensOf({ last, entries }: LoggedBatch): Timetoken[] {
  const end = BigInt(last);
  return entries.map((_, at) => pad((end - BigInt(entries.length - 1 - at)).toString()));
}
