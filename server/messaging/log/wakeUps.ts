import type { Timetoken } from '#server/messaging/timetokens.ts';
import type { LogEntry } from './sequencer.ts';

/** A row of `messaging.log`. */
export interface LoggedBatch {
  /** The process that committed it. */
  process: string;
  /** The last entry of the previous batch, and the last entry of this batch. */
  previous: Timetoken;
  last: Timetoken;
  entries: readonly LogEntry[];
}

/** Called with the batch of another process, or null if something new can be read. */
export type OnWake = (batch: LoggedBatch | null) => void;

/**
 * Tells the other processes of a new batch. A lost wake-up delays a batch until the next poll, but no event is lost.
 */
export interface WakeUps {
  /** `process` is this process, whose own batches cause no wake-up. */
  start(process: string, onWake: OnWake): Promise<void>;
  /** Whether `send` reaches the other processes at the moment. Otherwise the commit notifies them. */
  readonly reachesOthers: boolean;
  send(batch: LoggedBatch): void;
  stop(): Promise<void>;
}
