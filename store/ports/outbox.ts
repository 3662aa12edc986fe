import type { PendingMessageAction } from '#store/chat/messageActionsSlice.ts';
import type { QueuedCall } from '#store/offline/queuedCallsSlice.ts';

/** A message that the service has not acknowledged. */
export interface OutboxMessage {
  id: string;
  channel: string;
  details: string;
  timestamp: number;
  /** True if the service refused it. The user may retry. */
  hasFailed: boolean;
}
export type OutboxEntry = OutboxMessage | PendingMessageAction | QueuedCall;

/** Keeps unacknowledged messages, message actions and queued calls in this browser, per user. */
export interface OutboxPort {
  /** Passes on the entries of closed tabs. From then on, they belong to this tab. */
  adopt(owner: string, onEntries: (entries: OutboxEntry[]) => void): () => void;
  put(owner: string, entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  wipe(owner: string): Promise<void>;
}
