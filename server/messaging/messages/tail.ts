import { EARLIEST, type Timetoken } from '../timetokens.ts';
import type { ChannelEvent } from './event.ts';

/** What subscriptions an event answers to: its channel, the wildcards over it, the groups it is in. */
export type LanesOf = (channel: string) => string[];

/**
 * The newest events in memory, found by lane. For stored messages it is only a cache (the database has them all); what
 * is not stored (signals, presence, object events) is caught up from here alone.
 */
export class Tail {
  readonly #lanes = new Map<string, Lane>();
  /** Its front is empty up to `first`. */
  readonly #order: (Entry | undefined)[] = [];
  #first = 0;
  #bytes = 0;
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  /** Everything after this timetoken is here. */
  completeAfter: Timetoken;

  constructor(begin: Timetoken, { maxEvents = 20_000, maxBytes = 32 * 1024 * 1024 } = {}) {
    this.completeAfter = begin;
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
  }

  append(entry: Entry): void {
    const { event, lanes } = entry;
    this.#order.push(entry);
    this.#bytes += event.bytes;
    for (const name of lanes) {
      const lane = this.#lanes.get(name) ?? new Lane();
      this.#lanes.set(name, lane);
      lane.push(event);
    }
    while (this.size > this.#maxEvents || this.#bytes > this.#maxBytes) this.#evict();
  }

  get size(): number {
    return this.#order.length - this.#first;
  }

  /** The events of one lane after a timetoken, oldest first. */
  after(lane: string, timetoken: Timetoken): ChannelEvent[] {
    return this.#lanes.get(lane)?.after(timetoken) ?? [];
  }

  /** What was deleted from history must not come up again for those who catch up. */
  forget(channel: string, isGone: (timetoken: Timetoken) => boolean): void {
    for (const entry of this.#order.slice(this.#first)) {
      if (!entry) continue;
      const { event, lanes } = entry;
      if (event.channel !== channel || !event.stored || !isGone(event.timetoken)) continue;
      for (const name of lanes) this.#lanes.get(name)?.remove(event);
    }
  }

  #evict(): void {
    const oldest = this.#order[this.#first];
    if (!oldest) return;
    this.#order[this.#first++] = undefined;
    this.#bytes -= oldest.event.bytes;
    this.completeAfter = oldest.event.timetoken;
    for (const name of oldest.lanes) {
      const lane = this.#lanes.get(name);
      lane?.dropThrough(oldest.event.timetoken);
      if (lane?.isEmpty) this.#lanes.delete(name);
    }
    // The front of the array is given back in large pieces: one by one would cost its whole length each time.
    if (this.#first > 1_000 && this.#first * 2 > this.#order.length) {
      this.#order.splice(0, this.#first);
      this.#first = 0;
    }
  }
}

interface Entry {
  event: ChannelEvent;
  lanes: readonly string[];
}

/** A queue in order of timetoken that is read from its end. Its front is empty up to `first`. */
class Lane {
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
