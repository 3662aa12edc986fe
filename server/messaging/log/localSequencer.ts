import type { Database } from '#server/messaging/database.ts';
import { insertMessages } from '#server/messaging/messages/messageTable.ts';
import { EARLIEST, type Timetoken, Timetokens } from '#server/messaging/timetokens.ts';
import type { Batch, LogEntry, Sequencer } from './sequencer.ts';

/** The sequencer of a process whose database no other process uses. Only batches with messages need a statement. */
export class LocalSequencer implements Sequencer {
  readonly #database: Database;
  readonly #timetokens: Timetokens;
  readonly #deliver: (batch: Batch) => void;
  #isBatchOpen = false;
  #delivered: Timetoken = '';

  constructor(options: { database: Database; now: () => number; deliver: (batch: Batch) => void }) {
    this.#database = options.database;
    this.#timetokens = new Timetokens(options.database, options.now);
    this.#deliver = options.deliver;
  }

  async start(): Promise<void> {
    await this.#timetokens.start();
    this.#delivered = this.#timetokens.now();
  }

  async commit(entries: readonly LogEntry[]): Promise<readonly Timetoken[]> {
    await this.#timetokens.reserve(entries.length);
    this.#isBatchOpen = true;
    try {
      const timetokens = entries.map(() => this.#timetokens.next());
      await insertMessages(this.#database, entries, timetokens);
      this.#delivered = timetokens[timetokens.length - 1]!;
      this.#isBatchOpen = false;
      this.#deliver({ entries, timetokens });
      return timetokens;
    } finally {
      this.#isBatchOpen = false;
    }
  }

  cursor(): Timetoken {
    // While a batch is open, its events have timetokens below the clock but are not delivered yet.
    if (!this.#isBatchOpen) {
      const now = this.#timetokens.now();
      if (now > this.#delivered) this.#delivered = now;
    }
    return this.#delivered;
  }

  get delivered(): Timetoken {
    return this.#delivered;
  }

  /** This process has delivered all events. A first cursor needs a lease, so that `cursor` can follow the clock. */
  async catchUpWith(cursor: Timetoken): Promise<void> {
    if (cursor === EARLIEST) await this.#timetokens.reserve();
  }

  take(): Promise<Timetoken> {
    return this.#timetokens.take();
  }

  time(): Timetoken {
    return this.#timetokens.time();
  }

  async cleanUp(): Promise<void> {}

  async stop(): Promise<void> {
    await this.#timetokens.stop();
  }
}
