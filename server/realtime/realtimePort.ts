import type { NotificationMessage } from '#contract/notifications/notifications.ts';

/** The owner of a token. It grants access to this person's channels. */
export interface TokenHolder {
  tenantId: number;
  userId: number;
  uuid: string;
}

/** A stored message without its text. The server reads texts of chat messages only for a person's export. */
export interface MessageSummary {
  publisher: string;
  /** Types of message actions by the message's publisher, such as `edit` and `delete`. */
  actionTypes: string[];
}

/** A stored message as it was published, with the message actions of its publisher. */
export interface StoredMessage {
  timetoken: string;
  publisher: string;
  content: unknown;
  /** In the order of creation. */
  actions: { type: string; value: string }[];
}

/** The messaging service as the API uses it. Tests use a fake. Every call has a timeout. */
export interface Realtime {
  publish(channel: string, message: NotificationMessage, meta: { id: string }): Promise<void>;
  /** An access token for the person's own channels (decision 0032). */
  grant(holder: TokenHolder, minutes: number): Promise<string>;
  /** An access token for one channel only, to read and to write (decision 0069). */
  grantChannel(uuid: string, channel: string, minutes: number): Promise<string>;
  revoke(token: string): Promise<void>;
  /** Makes people members of a channel. Their read positions stay unchanged. */
  setMembers(channel: string, uuids: readonly string[]): Promise<void>;
  /** A person's membership of a channel and the timetoken up to which they have read; null if they are not a member. */
  membership(channel: string, uuid: string): Promise<{ timetoken: string | null } | null>;
  /** The newest 25 messages of a channel after a timetoken, and before `until` if given. */
  messagesAfter(channel: string, timetoken: string, until?: string): Promise<MessageSummary[]>;
  /** The channels of a person's conversations. */
  channelsOf(uuid: string): Promise<string[]>;
  /** A page of a channel's messages before a timetoken, oldest first. Only for the export and erasure of a person. */
  history(channel: string, before?: string): Promise<StoredMessage[]>;
  /** Deletes the messages of a channel after one timetoken and up to another, with their message actions. */
  deleteMessages(channel: string, after: string, through: string): Promise<void>;
  /** Ends a person's memberships and deletes what the service stores about the person. */
  forget(uuid: string, channels: readonly string[]): Promise<void>;
  isReachable(): Promise<boolean>;
  stop(): void;
}

/** The messaging service cannot be reached or is overloaded. A retry may succeed. */
export class MessagingUnavailable extends Error {}
/** The messaging service will never accept this. A retry is pointless. */
export class MessagingRejected extends Error {}
