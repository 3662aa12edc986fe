/** Why a message cannot be decrypted; never message content. */
export type UnreadableCause = 'empty content' | 'unknown cryptor' | 'invalid header' | 'wrong key' | 'no key';

/** `message` and `meta` are as the sender wrote them: the receiver parses them. */
export interface WireMessage {
  channel: string;
  timetoken: string;
  publisher: string;
  message: unknown;
  meta: unknown;
  /** If set, `message` has no content. */
  unreadable?: UnreadableCause;
}
export interface WireMembership {
  channel: string;
  uuid: string;
  timetoken: string | null;
}
/** A message action as the service delivers it. */
export interface WireAction {
  channel: string;
  messageTimetoken: string;
  actionTimetoken: string;
  publisher: string;
  type: string;
  value: string;
  /** If set, `value` has no content. */
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
  /** Delivered to connected clients only, and never stored. */
  | ({ kind: 'signal' } & WireSignal)
  | ({ kind: 'membership' } & WireMembership)
  | { kind: 'presence'; channel: string; joined: string[]; left: string[]; isIncomplete: boolean }
  /** Everything after the timetoken is delivered from now on; null if the service does not say. */
  | { kind: 'connected'; timetoken: string | null }
  /** No events until `reconnect` is called. */
  | { kind: 'disconnected'; isRefused: boolean };

/** What the client needs of a messaging service. Failed calls throw a RealtimeError. */
export interface Realtime {
  listen(onEvent: (event: RealtimeEvent) => void): () => void;
  /** `since`: events after that timetoken are delivered first, as far as the service has kept them. */
  subscribe(channels: string[], options?: { withPresence?: boolean; since?: string }): void;
  /** Reconnects in any state and continues where the connection stopped. */
  reconnect(): void;
  renewKey(authKey: string): void;
  /** Throws EmptyContent if the message is empty. */
  publish(channel: string, message: unknown, id: string): Promise<{ timetoken: string }>;
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
  /** The user's own read position in a channel. Nobody writes the membership of another user. */
  setOwnPosition(channel: string, timetoken: string): Promise<void>;
  hereNow(channel: string): Promise<string[]>;
  /** Checks whether the service can be reached. */
  probe(): Promise<void>;
  /** Unsubscribes and releases everything. `isQuiet`: the user stays online by another connection. */
  stop(options?: { isQuiet: boolean }): void;
}
