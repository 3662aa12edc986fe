import { type Database, select } from './database.ts';

/** 17 decimal digits, 1e-7 s since the epoch. Past the safe integers, so text everywhere; of one length, so compared as text. */
export type Timetoken = string;

export const EARLIEST: Timetoken = '0'.repeat(17);
export const LATEST: Timetoken = '9'.repeat(17);
const TICKS_PER_MS = 10_000n;
/** How far ahead of the clock timetokens are reserved: the most that a restart after a crash can jump ahead. */
const LEASE_MS = 3_000;
/** A lease with less than this left is renewed, so that it does not end between `reserve` and `next`. */
const MARGIN_MS = 1_000;

/** Reads a timetoken that a client sent; null when it is none. */
export function readTimetoken(text: string | undefined): Timetoken | null {
  if (text === undefined || !/^[0-9]{1,20}$/.test(text)) return null;
  if (text.length === 17) return text;
  const digits = text.replace(/^0+/, '');
  return digits.length > 17 ? LATEST : digits.padStart(17, '0');
}

/** The neighbour, for turning an inclusive bound into an exclusive one. */
export const timetokenBefore = (timetoken: Timetoken): Timetoken =>
  timetoken === EARLIEST ? EARLIEST : (BigInt(timetoken) - 1n).toString().padStart(17, '0');

export const timetokenAt = (ms: number): Timetoken =>
  (BigInt(Math.floor(ms)) * TICKS_PER_MS).toString().padStart(17, '0');

export const millisecondsOf = (timetoken: Timetoken): number => Number(BigInt(timetoken) / TICKS_PER_MS);

/**
 * Hands out timetokens, strictly rising, also over a restart and under a clock that steps back: none is issued above a
 * mark that lies in the database, and a restart begins above that mark.
 */
export class Timetokens {
  readonly #database: Database;
  readonly #now: () => number;
  #last = 0n;
  #reserved = 0n;
  #reserving: Promise<void> | null = null;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  async start(): Promise<void> {
    const [row] = await select<{ reserved: string }>(this.#database, 'select reserved from messaging.clock');
    this.#last = BigInt(row?.reserved ?? '0');
    this.#reserved = this.#last;
    await this.reserve();
  }

  /** Makes sure that `next` may be called `count` times. Cheap when the lease still runs. */
  async reserve(count = 1): Promise<void> {
    while (this.#front() + BigInt(count) + BigInt(MARGIN_MS) * TICKS_PER_MS > this.#reserved) {
      this.#reserving ??= this.#extend(count).finally(() => {
        this.#reserving = null;
      });
      await this.#reserving;
    }
  }

  /** The next timetoken; `reserve` must have been asked before. */
  next(): Timetoken {
    const soonest = this.#soonest();
    if (soonest > this.#reserved) throw new Error('No timetoken may be issued that is not reserved');
    this.#last = soonest;
    return text(soonest);
  }

  async take(): Promise<Timetoken> {
    await this.reserve();
    return this.next();
  }

  /** A point in time that every timetoken issued from now on lies above. */
  now(): Timetoken {
    const clock = this.#clock();
    const shown = clock < this.#reserved ? clock : this.#reserved;
    if (shown > this.#last) this.#last = shown;
    return text(this.#last);
  }

  /** The time of day as a timetoken, for whoever asks what time it is. */
  time(): Timetoken {
    return text(this.#front());
  }

  /** At a clean end the unused rest of the lease is given back, so that the next start does not jump ahead. */
  async stop(): Promise<void> {
    await this.#reserving;
    await this.#database.query('update messaging.clock set reserved = $1', [text(this.#last)]);
  }

  async #extend(count: number): Promise<void> {
    const until = this.#front() + BigInt(count) + BigInt(LEASE_MS) * TICKS_PER_MS;
    await this.#database.query('update messaging.clock set reserved = $1', [text(until)]);
    this.#reserved = until;
  }
  #clock(): bigint {
    return BigInt(Math.floor(this.#now())) * TICKS_PER_MS;
  }
  #front(): bigint {
    const clock = this.#clock();
    return clock > this.#last ? clock : this.#last;
  }
  /** The clock's time where it is free and reserved, else the one after the last. */
  #soonest(): bigint {
    const clock = this.#clock();
    return clock > this.#last && clock <= this.#reserved ? clock : this.#last + 1n;
  }
}

const text = (value: bigint): Timetoken => value.toString().padStart(17, '0');
