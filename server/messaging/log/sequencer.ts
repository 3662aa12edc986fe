import type { Timetoken } from '#server/messaging/timetokens.ts';
import type { EventDraft } from './event.ts';
import type { StateChange } from './stateChange.ts';

/** What the log contains: events for clients, and changes of state for the other processes. */
export type LogEntry = EventDraft | { change: StateChange };

/** A committed batch. The timetokens of its entries are consecutive. */
export interface Batch {
  entries: readonly LogEntry[];
  timetokens: readonly Timetoken[];
}

/** The database cannot be reached, so nothing can be published at the moment. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
}

/**
 * Gives log entries their place in the total order and stores the messages among them. `LocalSequencer` serves a single
 * process, `SharedSequencer` any number of them on one PostgreSQL database. Both call `deliver` once for each batch, in
 * the order of timetokens, and before `commit` resolves. See docs/decisions/0132-several-messaging-processes.md.
 */
export interface Sequencer {
  start(): Promise<void>;
  /** Commits a batch in one statement. Resolves with the timetokens of its entries. One call at a time. */
  commit(entries: readonly LogEntry[]): Promise<readonly Timetoken[]>;
  /** A cursor for clients: all events up to it are delivered, and later events get higher timetokens. */
  cursor(): Timetoken;
  /** The current cursor. Does not advance it. */
  readonly delivered: Timetoken;
  /** Ensures that all events that a client with this cursor has received are delivered in this process. */
  catchUpWith(cursor: Timetoken): Promise<void>;
  /** A separate timetoken, for example for a message action. */
  take(): Promise<Timetoken>;
  /** The current time as a timetoken. */
  time(): Timetoken;
  /** Deletes log entries that no process needs any longer. */
  cleanUp(): Promise<void>;
  stop(): Promise<void>;
}
