import { EARLIEST, type Timetoken } from '#server/messaging/timetokens.ts';
import type { ChannelEvent } from './event.ts';

/**
 * Buffer of the newest events, indexed by routing key. For stored messages it is a cache of the database. Events that
 * are not stored (signals, presence, object events) are available only here.
 */
export class RecentEvents {
  readonly #queues = new Map<string, EventQueue>();
  /** All entries by timetoken. Those before `first` have been evicted. */
  readonly #entries: (Entry | undefined)[] = [];
  #first = 0;
  #bytes = 0;
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  /** All events after this timetoken are in the buffer. */
  completeAfter: Timetoken = EARLIEST;

  constructor({ maxEvents = 20_000, maxBytes = 32 * 1024 * 1024 } = {}) {
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
  }

  append(entry: Entry): void {
    const { event, routingKeys } = entry;
    this.#entries.push(entry);
    this.#bytes += event.bytes;
    for (const key of routingKeys) {
      const queue = this.#queues.get(key) ?? new EventQueue();
      this.#queues.set(key, queue);
      queue.push(event);
    }
    while (this.size > this.#maxEvents || this.#bytes > this.#maxBytes) this.#evict();
  }

  /** Forgets all events, because those up to this timetoken are not complete. */
  reset(completeAfter: Timetoken): void {
    this.#queues.clear();
    this.#entries.length = 0;
    this.#first = 0;
    this.#bytes = 0;
    this.completeAfter = completeAfter;
  }

  get size(): number {
    return this.#entries.length - this.#first;
  }

  /** The events of one routing key after a timetoken, oldest first. */
  after(routingKey: string, timetoken: Timetoken): ChannelEvent[] {
    return this.#queues.get(routingKey)?.after(timetoken) ?? [];
  }

  /** Removes messages that were deleted from the history, so that no client gets them when it catches up. */
  remove(channel: string, above: Timetoken, through: Timetoken): void {
    for (const entry of this.#entries.slice(this.#first)) {
      if (!entry) continue;
      const { event, routingKeys } = entry;
      const { timetoken } = event;
      if (event.channel !== channel || !event.stored || timetoken <= above || timetoken > through) continue;
      for (const key of routingKeys) this.#queues.get(key)?.remove(event);
    }
  }

  #evict(): void {
    const oldest = this.#entries[this.#first];
    if (!oldest) return;
    this.#entries[this.#first++] = undefined;
    this.#bytes -= oldest.event.bytes;
    this.completeAfter = oldest.event.timetoken;
    for (const key of oldest.routingKeys) {
      const queue = this.#queues.get(key);
      queue?.dropThrough(oldest.event.timetoken);
      if (queue?.isEmpty) this.#queues.delete(key);
    }
    // Shortens the array rarely, because each `splice` moves the whole array.
    if (this.#first > 1_000 && this.#first * 2 > this.#entries.length) {
      this.#entries.splice(0, this.#first);
      this.#first = 0;
    }
  }
}

interface Entry {
  event: ChannelEvent;
  routingKeys: readonly string[];
}

/** The events of one routing key by timetoken. Those before `first` have been evicted. */
class EventQueue {
  readonly #events: (ChannelEvent | undefined)[] = [];
  #first = 0;

  push(event: ChannelEvent): void {
    this.#events.push(event);
  }
  get isEmpty(): boolean {
    return this.#first >= this.#events.length;
  }
  after(timetoken: Timetoken): ChannelEvent[] {
    const newest = this.#events[this.#events.length - 1];
    if (!newest || newest.timetoken <= timetoken) return [];
    let low = this.#first;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#timetokenAt(middle) <= timetoken) low = middle + 1;
      else high = middle;
    }
    return this.#events.slice(low) as ChannelEvent[];
  }
  dropThrough(timetoken: Timetoken): void {
    while (!this.isEmpty && this.#timetokenAt(this.#first) <= timetoken)
      this.#events[this.#first++] = undefined;
    if (this.#first > 100 && this.#first * 2 > this.#events.length) {
      this.#events.splice(0, this.#first);
      this.#first = 0;
    }
  }
  #timetokenAt(index: number): Timetoken {
    return this.#events[index]?.timetoken ?? EARLIEST;
  }
  remove(event: ChannelEvent): void {
    const index = this.#events.lastIndexOf(event);
    if (index >= this.#first) this.#events.splice(index, 1);
  }
}
