import type { Database } from '#server/messaging/database.ts';
import type { Timetoken, Timetokens } from '#server/messaging/timetokens.ts';
import { ChannelEvent, type EventDraft } from './event.ts';
import { GroupCommit } from './groupCommit.ts';
import { insertMessages } from './messageTable.ts';
import type { RecentEvents, RoutingKeysOf } from './recentEvents.ts';

/** Maximum batch size, so that a commit stays short and its statement small. */
const BATCH_MAX_EVENTS = 500;
const BATCH_MAX_BYTES = 4 * 1024 * 1024;
/** Maximum size of the queue. Above it, publishers get a 503. */
const QUEUE_MAX_BYTES = 64 * 1024 * 1024;

export class OverloadedError extends Error {
  override name = 'OverloadedError';
}

/** The service does not hold the lock of its database at the moment. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
}

interface QueuedEvent {
  draft: EventDraft;
  resolve(timetoken: Timetoken): void;
  reject(error: unknown): void;
}

export interface EventLogOptions {
  database: Database;
  timetokens: Timetokens;
  recentEvents: RecentEvents;
  routingKeysOf: RoutingKeysOf;
  subscribeKey: string;
  /** Called once per batch after its commit, in order of timetoken. */
  deliver: (events: readonly { event: ChannelEvent; routingKeys: readonly string[] }[]) => void;
  observeCommit?: (seconds: number, messages: number) => void;
  /** False while another process could write to the database. */
  isWritable: () => boolean;
}

/**
 * Total order of events. Drafts are queued. Each batch gets its timetokens, is committed in one statement, is delivered
 * and is acknowledged before the next batch begins. So a client's cursor is never above an event that is not delivered
 * yet. See docs/decisions/0033-messaging-durability-and-order.md.
 */
export class EventLog {
  readonly #options: EventLogOptions;
  #queue: QueuedEvent[] = [];
  #queuedBytes = 0;
  #isDraining = false;
  #isBatchOpen = false;
  #delivered: Timetoken;
  #drained: Promise<void> = Promise.resolve();
  readonly #groupCommit = new GroupCommit();

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#delivered = options.timetokens.now();
  }

  /** Resolves with the timetoken when the event is committed (if it is stored) and passed to the hub. */
  append(draft: EventDraft): Promise<Timetoken> {
    return new Promise((resolve, reject) => {
      if (!this.#options.isWritable()) return reject(notWritable());
      if (this.#queuedBytes > QUEUE_MAX_BYTES)
        return reject(new OverloadedError('Too many messages are queued'));
      this.#queue.push({ draft, resolve, reject });
      this.#queuedBytes += sizeOf(draft);
      if (!this.#isDraining) this.#drained = this.#drain();
      else this.#groupCommit.eventQueued(this.#queue.length);
    });
  }

  /** A cursor for clients: all events up to it are delivered, and later events get higher timetokens. */
  cursor(): Timetoken {
    // While a batch is open, its events have timetokens below the clock but are not delivered yet.
    if (!this.#isBatchOpen) {
      const now = this.#options.timetokens.now();
      if (now > this.#delivered) this.#delivered = now;
    }
    return this.#delivered;
  }

  /** The current cursor. Does not advance it. */
  get delivered(): Timetoken {
    return this.#delivered;
  }

  /** Resolves when the queue is empty. */
  async flush(): Promise<void> {
    await this.#drained;
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    // Events of the same turn of the event loop share the first commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      await this.#groupCommit.waitForBatch(this.#queue.length);
      await this.#commit(this.#takeBatch());
    }
    this.#isDraining = false;
  }

  #takeBatch(): QueuedEvent[] {
    let count = 0;
    let bytes = 0;
    while (count < this.#queue.length && count < BATCH_MAX_EVENTS && bytes < BATCH_MAX_BYTES) {
      bytes += sizeOf(this.#queue[count]!.draft);
      count++;
    }
    this.#queuedBytes -= bytes;
    return this.#queue.splice(0, count);
  }

  async #commit(batch: QueuedEvent[]): Promise<void> {
    const { database, timetokens, routingKeysOf, recentEvents, subscribeKey, deliver, observeCommit } =
      this.#options;
    try {
      await timetokens.reserve(batch.length);
      if (!this.#options.isWritable()) throw notWritable();
      this.#isBatchOpen = true;
      const events = batch.map(({ draft }) => new ChannelEvent(draft, timetokens.next(), subscribeKey));
      const stored = events.filter(({ draft }) => draft.stored);
      if (stored.length > 0) {
        const startedAt = performance.now();
        await insertMessages(database, stored);
        const tookMs = performance.now() - startedAt;
        this.#groupCommit.committed(batch.length, tookMs);
        observeCommit?.(tookMs / 1_000, stored.length);
      }
      const delivered = events
        .filter(({ draft }) => !draft.silent)
        .map((event) => ({ event, routingKeys: routingKeysOf(event.channel) }));
      for (const entry of delivered) recentEvents.append(entry);
      this.#delivered = events[events.length - 1]!.timetoken;
      this.#isBatchOpen = false;
      deliver(delivered);
      for (const [at, event] of events.entries()) batch[at]?.resolve(event.timetoken);
    } catch (error) {
      for (const queued of batch) queued.reject(error);
    } finally {
      this.#isBatchOpen = false;
    }
  }
}

const notWritable = () => new UnavailableError('The database lock is lost');
const sizeOf = (draft: EventDraft): number => draft.payload.length + (draft.meta?.length ?? 0) + 100;
