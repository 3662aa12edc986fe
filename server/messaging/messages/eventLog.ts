import type { Database } from '../database.ts';
import type { Timetoken, Timetokens } from '../timetokens.ts';
import { ChannelEvent, type Draft } from './event.ts';
import { Gathering } from './gathering.ts';
import { insertMessages } from './messageTable.ts';
import type { LanesOf, Tail } from './tail.ts';

/** A batch ends here, so that one commit stays short and its statement small. */
const BATCH_MAX_EVENTS = 500;
const BATCH_MAX_BYTES = 4 * 1024 * 1024;
/** What may wait for its commit; beyond it publishers are told to slow down. */
const QUEUE_MAX_BYTES = 64 * 1024 * 1024;

export class Overloaded extends Error {
  override name = 'Overloaded';
}

interface Waiting {
  draft: Draft;
  settle(timetoken: Timetoken): void;
  fail(error: unknown): void;
}

export interface EventLogOptions {
  database: Database;
  timetokens: Timetokens;
  tail: Tail;
  lanesOf: LanesOf;
  subscribeKey: string;
  /** Called once a batch, after its commit, in order of timetoken. */
  deliver: (events: readonly { event: ChannelEvent; lanes: readonly string[] }[]) => void;
  observeCommit?: (seconds: number, messages: number) => void;
}

/**
 * The one order of everything that is said. Drafts queue; a batch gets its timetokens, is committed in one statement,
 * then in memory and told to the hub, then acknowledged, and only then the next begins. So a cursor that was handed out
 * never lies above an event that is yet to be told, stored or not.
 */
export class EventLog {
  readonly #options: EventLogOptions;
  #queue: Waiting[] = [];
  #queuedBytes = 0;
  #isDraining = false;
  #isBatchOpen = false;
  #delivered: Timetoken;
  #drained: Promise<void> = Promise.resolve();
  readonly #gathering = new Gathering();

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#delivered = options.timetokens.now();
  }

  /** Resolves with the timetoken when the event is safe (if stored) and on its way to its subscribers. */
  append(draft: Draft): Promise<Timetoken> {
    return new Promise((settle, fail) => {
      if (this.#queuedBytes > QUEUE_MAX_BYTES) return fail(new Overloaded('Too many messages wait'));
      this.#queue.push({ draft, settle, fail });
      this.#queuedBytes += sizeOf(draft);
      if (!this.#isDraining) this.#drained = this.#drain();
      else this.#gathering.arrived(this.#queue.length);
    });
  }

  /** Everything up to here has been delivered, and nothing that comes will have a timetoken at or below it. */
  cursor(): Timetoken {
    // With a batch open, timetokens below the clock have been given to events that are not delivered yet.
    if (!this.#isBatchOpen) {
      const now = this.#options.timetokens.now();
      if (now > this.#delivered) this.#delivered = now;
    }
    return this.#delivered;
  }

  /** The last delivered event's position, without moving it. */
  get delivered(): Timetoken {
    return this.#delivered;
  }

  /** Waits until whatever has been appended is settled. */
  async flush(): Promise<void> {
    await this.#drained;
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    // What arrives in the same turn of the loop shares the first commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      await this.#gathering.complete(this.#queue.length);
      await this.#commit(this.#takeBatch());
    }
    this.#isDraining = false;
  }

  #takeBatch(): Waiting[] {
    let count = 0;
    let bytes = 0;
    while (count < this.#queue.length && count < BATCH_MAX_EVENTS && bytes < BATCH_MAX_BYTES) {
      bytes += sizeOf(this.#queue[count]!.draft);
      count++;
    }
    this.#queuedBytes -= bytes;
    return this.#queue.splice(0, count);
  }

  async #commit(batch: Waiting[]): Promise<void> {
    const { database, timetokens, lanesOf, tail, subscribeKey, deliver, observeCommit } = this.#options;
    try {
      await timetokens.reserve(batch.length);
      this.#isBatchOpen = true;
      const events = batch.map(({ draft }) => new ChannelEvent(draft, timetokens.next(), subscribeKey));
      const stored = events.filter(({ draft }) => draft.stored);
      if (stored.length > 0) {
        const began = performance.now();
        await insertMessages(database, stored);
        const tookMs = performance.now() - began;
        this.#gathering.committed(batch.length, tookMs);
        observeCommit?.(tookMs / 1_000, stored.length);
      }
      const heard = events
        .filter(({ draft }) => !draft.silent)
        .map((event) => ({ event, lanes: lanesOf(event.channel) }));
      for (const entry of heard) tail.append(entry);
      this.#delivered = events[events.length - 1]!.timetoken;
      this.#isBatchOpen = false;
      deliver(heard);
      for (const [at, event] of events.entries()) batch[at]?.settle(event.timetoken);
    } catch (error) {
      for (const waiting of batch) waiting.fail(error);
    } finally {
      this.#isBatchOpen = false;
    }
  }
}

const sizeOf = (draft: Draft): number => draft.payload.length + (draft.meta?.length ?? 0) + 100;
