import type { NotificationMessage } from '#contract/notifications.ts';

/** For whom a token is, which says which channels it opens. */
export interface TokenHolder {
  tenantId: number;
  userId: number;
  uuid: string;
}

/** As much of a message as the server has to know: it never reads what people write to each other. */
export interface MessageMark {
  publisher: string;
  /** The kinds of changes that its writer made to it, such as `edit` and `delete`. */
  changes: string[];
}

/** What the API wants of the messaging service; tests give a fake. Every call ends in time or fails. */
export interface Realtime {
  publish(channel: string, message: NotificationMessage, meta: { id: string }): Promise<void>;
  /** A token for the person's own channels (ruling 18), valid for so many minutes. */
  grant(holder: TokenHolder, minutes: number): Promise<string>;
  revoke(token: string): Promise<void>;
  /** Up to which message a person has read a channel; null when no position was ever kept. */
  readPosition(channel: string, uuid: string): Promise<string | null>;
  /** The messages of a channel after a timetoken, before another one where it is given: the newest 25 of them. */
  messagesAfter(channel: string, timetoken: string, until?: string): Promise<MessageMark[]>;
  isReachable(): Promise<boolean>;
  stop(): void;
}

/** The messaging service cannot be reached, or asks us to wait: try again later. */
export class MessagingAway extends Error {}
/** The messaging service will never take this: trying again is of no use. */
export class MessagingRefusal extends Error {}
