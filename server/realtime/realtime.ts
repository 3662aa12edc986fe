import type { NotificationMessage } from '#contract/notifications.ts';

/** For whom a token is, which says which channels it opens. */
export interface TokenHolder {
  tenantId: number;
  userId: number;
  uuid: string;
}

/** What the API wants of the messaging service; tests give a fake. Every call ends in time or fails. */
export interface Realtime {
  publish(channel: string, message: NotificationMessage, meta: { id: string }): Promise<void>;
  /** A token for the person's own channels (ruling 18), valid for so many minutes. */
  grant(holder: TokenHolder, minutes: number): Promise<string>;
  revoke(token: string): Promise<void>;
  isReachable(): Promise<boolean>;
  stop(): void;
}

/** The messaging service cannot be reached, or asks us to wait: try again later. */
export class MessagingAway extends Error {}
/** The messaging service will never take this: trying again is of no use. */
export class MessagingRefusal extends Error {}
