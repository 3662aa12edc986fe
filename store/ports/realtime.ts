/** Why a message cannot be decrypted. It never contains message content. */
export type UnreadableCause = 'empty content' | 'unknown cryptor' | 'invalid header' | 'wrong key' | 'no key';

/** `message` and `meta` are unchecked; the receiver parses them. */
export interface WireMessage {
  channel: string;
  timetoken: string;
  publisher: string;
  message: unknown;
  meta: unknown;
  /** If set, `message` is empty. */
  unreadable?: UnreadableCause;
}
export interface WireMembership {
  channel: string;
  uuid: string;
  timetoken: string | null;
}
/** A message action in the format of the service. */
export interface WireAction {
  channel: string;
  messageTimetoken: string;
  actionTimetoken: string;
  publisher: string;
  type: string;
  value: string;
  /** If set, `value` is empty. */
  unreadable?: UnreadableCause;
}
export interface WireSignal {
  channel: string;
  publisher: string;
  message: unknown;
}
export type RealtimeEvent =
  | ({ kind: 'message' } & WireMessage)
  | ({ kind: 'action' } & WireAction)
  /** Delivered only to connected clients, and never stored. */
  | ({ kind: 'signal' } & WireSignal)
  | ({ kind: 'membership' } & WireMembership)
  | { kind: 'presence'; channel: string; joined: string[]; left: string[]; isIncomplete: boolean }
  /** From now on, everything after this timetoken is delivered; null if the service does not report one. */
  | { kind: 'connected'; timetoken: string | null }
  /** There are no events until `reconnect` is called. */
  | { kind: 'disconnected'; isRefused: boolean };

/** The calls to the messaging service that the client needs. Failed calls throw a RealtimeError. */
export interface Realtime {
  listen(onEvent: (event: RealtimeEvent) => void): () => void;
  /** With `since`, events after that timetoken are delivered first, if the service still has them. */
  subscribe(channels: string[], options?: { withPresence?: boolean; since?: string }): void;
  /** Reconnects in any state and continues where the connection stopped. */
  reconnect(): void;
  renewKey(authKey: string): void;
  /** Throws EmptyContent if the message is empty. */
  publish(channel: string, message: unknown, id: string): Promise<{ timetoken: string }>;
  /** Delivers to connected clients without storing. */
  send(channel: string, message: unknown): Promise<void>;
  /** Up to `count` (at most 100) messages older than `before`, oldest first. */
  history(channel: string, range: { count: number; before?: string; after?: string }): Promise<WireMessage[]>;
  latest(channels: string[]): Promise<WireMessage[]>;
  /** The number of messages of each channel after its timetoken. */
  counts(positions: Record<string, string>): Promise<Record<string, number>>;
  signal(channel: string, message: unknown): Promise<void>;
  addAction(
    channel: string,
    messageTimetoken: string,
    action: { type: string; value: string },
  ): Promise<{ timetoken: string }>;
  /** The newest (at most 100) message actions of a channel older than `before`, oldest first. */
  actions(channel: string, range: { before?: string }): Promise<WireAction[]>;
  memberships(): Promise<WireMembership[]>;
  /** Saves the user's own read position in a channel. A user cannot write another user's membership. */
  setOwnPosition(channel: string, timetoken: string): Promise<void>;
  /** The uuids of the people who are present on one of the channels. */
  hereNow(channels: string[]): Promise<string[]>;
  /** Checks whether the service can be reached. */
  probe(): Promise<void>;
  /** Unsubscribes and releases everything. `isQuiet`: the user stays online through another connection. */
  stop(options?: { isQuiet: boolean }): void;
}
