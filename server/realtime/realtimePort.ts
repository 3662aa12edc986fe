import type { NotificationMessage } from '#contract/notifications.ts';

/** The person that a token is for; it grants access to their channels. */
export interface TokenHolder {
  tenantId: number;
  userId: number;
  uuid: string;
}

/** The server never reads the text of chat messages, only this. */
export interface MessageSummary {
  publisher: string;
  /** Types of message actions by its publisher, such as `edit` and `delete`. */
  actionTypes: string[];
}

/** The messaging service as the API uses it; tests use a fake. Every call has a timeout. */
export interface Realtime {
  publish(channel: string, message: NotificationMessage, meta: { id: string }): Promise<void>;
  /** An access token for the person's own channels (decision 0032). */
  grant(holder: TokenHolder, minutes: number): Promise<string>;
  revoke(token: string): Promise<void>;
  /** Makes people members of a channel. Their read positions stay as they are. */
  setMembers(channel: string, uuids: readonly string[]): Promise<void>;
  /** A person's membership of a channel and the timetoken up to which they have read; null when they are no member. */
  membership(channel: string, uuid: string): Promise<{ timetoken: string | null } | null>;
  /** The newest 25 messages of a channel after a timetoken, and before `until` if given. */
  messagesAfter(channel: string, timetoken: string, until?: string): Promise<MessageSummary[]>;
  isReachable(): Promise<boolean>;
  stop(): void;
}

/** The messaging service cannot be reached or is overloaded. A retry may succeed. */
export class MessagingUnavailable extends Error {}
/** The messaging service will never accept this. A retry is pointless. */
export class MessagingRejected extends Error {}
