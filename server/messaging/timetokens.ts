import { type Database, select } from './database.ts';

/**
 * 17 decimal digits in units of 1e-7 s since the epoch. It is a string because it exceeds the range of safe integers.
 * Strings of the same length can be compared directly.
 */
export type Timetoken = string;

export const EARLIEST: Timetoken = '0'.repeat(17);
export const LATEST: Timetoken = '9'.repeat(17);
export const TICKS_PER_MS = 10_000;
const TICKS = BigInt(TICKS_PER_MS);
/** How far ahead of the clock timetokens are reserved. After a crash, timetokens can be ahead of the clock by this much. */
const LEASE_MS = 3_000;
/** A lease with less than this left is extended, so that it does not end between `reserve` and `next`. */
const MARGIN_MS = 1_000;

/** Reads a timetoken from a client; null if it is invalid. */
export function readTimetoken(text: string | undefined): Timetoken | null {
  if (text === undefined || !/^[0-9]{1,20}$/.test(text)) return null;
  if (text.length === 17) return text;
  const digits = text.replace(/^0+/, '');
  return digits.length > 17 ? LATEST : digits.padStart(17, '0');
}

/** The previous timetoken, which turns an inclusive bound into an exclusive one. */
export const timetokenBefore = (timetoken: Timetoken): Timetoken =>
  timetoken === EARLIEST ? EARLIEST : (BigInt(timetoken) - 1n).toString().padStart(17, '0');

export const timetokenAt = (ms: number): Timetoken =>
  (BigInt(Math.floor(ms)) * TICKS).toString().padStart(17, '0');

export const millisecondsOf = (timetoken: Timetoken): number => Number(BigInt(timetoken) / TICKS);

/**
 * Issues strictly increasing timetokens, even after a restart or when the clock is set back. The database stores the
 * upper limit of the issued timetokens, and a restart continues above it.
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

  /** Ensures that `next` can be called `count` times. Needs no database query while the lease lasts. */
  async reserve(count = 1): Promise<void> {
    while (this.#front() + BigInt(count) + BigInt(MARGIN_MS) * TICKS > this.#reserved) {
      this.#reserving ??= this.#extend(count).finally(() => {
        this.#reserving = null;
      });
      await this.#reserving;
    }
  }

  /** The next timetoken. Call `reserve` first. */
  next(): Timetoken {
    const soonest = this.#soonest();
    if (soonest > this.#reserved) throw new Error('Timetokens must be reserved before they are issued');
    this.#last = soonest;
    return text(soonest);
  }

  async take(): Promise<Timetoken> {
    await this.reserve();
    return this.next();
  }

  /** A timetoken below all timetokens that will be issued. */
  now(): Timetoken {
    const clock = this.#clock();
    const shown = clock < this.#reserved ? clock : this.#reserved;
    if (shown > this.#last) this.#last = shown;
    return text(this.#last);
  }

  /** The current time as a timetoken. */
  time(): Timetoken {
    return text(this.#front());
  }

  /** Returns the unused part of the lease, so that the next start does not skip ahead. */
  async stop(): Promise<void> {
    await this.#reserving;
    await this.#database.query('update messaging.clock set reserved = $1', [text(this.#last)]);
  }

  async #extend(count: number): Promise<void> {
    const until = this.#front() + BigInt(count) + BigInt(LEASE_MS) * TICKS;
    await this.#database.query('update messaging.clock set reserved = $1', [text(until)]);
    this.#reserved = until;
  }
  #clock(): bigint {
    return BigInt(Math.floor(this.#now())) * TICKS;
  }
  #front(): bigint {
    const clock = this.#clock();
    return clock > this.#last ? clock : this.#last;
  }
  /** The clock's time if it is unused and reserved, otherwise the last timetoken plus 1. */
  #soonest(): bigint {
    const clock = this.#clock();
    return clock > this.#last && clock <= this.#reserved ? clock : this.#last + 1n;
  }
}

const text = (value: bigint): Timetoken => value.toString().padStart(17, '0');
