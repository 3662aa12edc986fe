import type { Timetoken } from '#server/messaging/timetokens.ts';
import { GroupCommit } from './groupCommit.ts';
import type { LogEntry, Sequencer } from './sequencer.ts';

/** Maximum batch size, so that a commit stays short and its statement small. */
const BATCH_MAX_ENTRIES = 500;
const BATCH_MAX_BYTES = 4 * 1024 * 1024;
/** Maximum size of the queue. Above it, publishers get a 503. */
const QUEUE_MAX_BYTES = 64 * 1024 * 1024;
/** Approximate size of a change of state, which has no payload. */
const CHANGE_BYTES = 500;

export class OverloadedError extends Error {
  override name = 'OverloadedError';
}

interface QueuedEntry {
  entry: LogEntry;
  resolve(timetoken: Timetoken): void;
  reject(error: unknown): void;
}

export interface EventLogOptions {
  sequencer: Sequencer;
  observeCommit?: (seconds: number, messages: number) => void;
}

/**
 * Total order of events. Entries are queued. Each batch is committed in one statement, delivered and acknowledged
 * before the next batch begins. So a client's cursor is never above an event that is not delivered yet. See
 * docs/decisions/0033-messaging-durability-and-order.md.
 */
export class EventLog {
  readonly #options: EventLogOptions;
  #queue: QueuedEntry[] = [];
  #queuedBytes = 0;
  #isDraining = false;
  #drained: Promise<void> = Promise.resolve();
  readonly #groupCommit = new GroupCommit();

  constructor(options: EventLogOptions) {
    this.#options = options;
  }

  /** Resolves with the timetoken when the entry is committed and delivered. */
  append(entry: LogEntry): Promise<Timetoken> {
    return new Promise((resolve, reject) => {
      if (this.#queuedBytes > QUEUE_MAX_BYTES)
        return reject(new OverloadedError('Too many messages are queued'));
      this.#queue.push({ entry, resolve, reject });
      this.#queuedBytes += sizeOf(entry);
      if (!this.#isDraining) this.#drained = this.#drain();
      else this.#groupCommit.eventQueued(this.#queue.length);
    });
  }

  /** Resolves when the queue is empty. */
  async flush(): Promise<void> {
    await this.#drained;
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    // Entries of the same turn of the event loop share the first commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      await this.#groupCommit.waitForBatch(this.#queue.length);
      await this.#commit(this.#takeBatch());
    }
    this.#isDraining = false;
  }

  #takeBatch(): QueuedEntry[] {
    let count = 0;
    let bytes = 0;
    while (count < this.#queue.length && count < BATCH_MAX_ENTRIES && bytes < BATCH_MAX_BYTES) {
      bytes += sizeOf(this.#queue[count]!.entry);
      count++;
    }
    this.#queuedBytes -= bytes;
    return this.#queue.splice(0, count);
  }

  async #commit(batch: QueuedEntry[]): Promise<void> {
    const { sequencer, observeCommit } = this.#options;
    try {
      const startedAt = performance.now();
      const timetokens = await sequencer.commit(batch.map(({ entry }) => entry));
      const stored = batch.filter(({ entry }) => 'stored' in entry && entry.stored).length;
      if (stored > 0) {
        const tookMs = performance.now() - startedAt;
        this.#groupCommit.committed(batch.length, tookMs);
        observeCommit?.(tookMs / 1_000, stored);
      }
      for (const [at, queued] of batch.entries()) queued.resolve(timetokens[at]!);
    } catch (error) {
      for (const queued of batch) queued.reject(error);
    }
  }
}

const sizeOf = (entry: LogEntry): number =>
  'change' in entry ? CHANGE_BYTES : entry.payload.length + (entry.meta?.length ?? 0) + 100;
