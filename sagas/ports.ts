import type { AnalyticsEvent, AnalyticsIdentity } from '#contract/analytics.ts';
import type { MessagingConfig } from '#contract/messaging.ts';
import type { ApiPorts, ApiTokens } from '#store/api/ports.ts';
import type { PendingChange } from '#store/chat/chatState.ts';

export type TokenEvent =
  /** Somebody has signed in, by the form here or in another tab. */
  | { kind: 'signedIn'; expiresAt: number }
  | { kind: 'refreshed'; expiresAt: number }
  /** The service refused the refresh: the session is over. */
  | { kind: 'refused' }
  | { kind: 'signedOutElsewhere' };
export type Restored = { kind: 'token'; expiresAt: number } | { kind: 'none' } | { kind: 'unavailable' };

export interface TokensPort extends ApiTokens {
  /** Is somebody signed in in this browser? Asks the other tabs, then the service. */
  restore(): Promise<Restored>;
  listen(onEvent: (event: TokenEvent) => void): () => void;
  /** The session is over in this tab. */
  forget(): void;
  /** The person leaves: every tab hears of it at once, the service as soon as it can be reached. */
  signOut(): Promise<void>;
}

/** Why what was encrypted cannot be read here, in words that hold nothing of it. */
export type UnreadableCause = 'empty content' | 'unknown cryptor' | 'invalid header' | 'wrong key' | 'no key';

/** Messages and meta come as they were sent: whoever takes them checks them. */
export interface WireMessage {
  channel: string;
  timetoken: string;
  publisher: string;
  message: unknown;
  meta: unknown;
  /** Then `message` says nothing. */
  unreadable?: UnreadableCause;
}
export interface WireMembership {
  channel: string;
  uuid: string;
  timetoken: string | null;
}
/** What somebody says about a message that is there already. */
export interface WireAction {
  channel: string;
  messageTimetoken: string;
  actionTimetoken: string;
  publisher: string;
  type: string;
  value: string;
  /** Then `value` says nothing. */
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
  /** Said to whoever listens now, and kept nowhere. */
  | ({ kind: 'signal' } & WireSignal)
  | ({ kind: 'membership' } & WireMembership)
  | { kind: 'presence'; channel: string; joined: string[]; left: string[]; isIncomplete: boolean }
  /** Everything after the timetoken comes by itself from here on; null where the service did not say. */
  | { kind: 'connected'; timetoken: string | null }
  /** The service does nothing more by itself until it is told to reconnect. */
  | { kind: 'disconnected'; isRefused: boolean };

/** What the product needs of a realtime service. Failures are RealtimeErrors. */
export interface Realtime {
  listen(onEvent: (event: RealtimeEvent) => void): () => void;
  /** `since`: what came after that timetoken is delivered first, as far as the service has kept it. */
  subscribe(channels: string[], options?: { withPresence?: boolean; since?: string }): void;
  /** Begins anew, whatever the line believes of itself, where it stopped. */
  reconnect(): void;
  renewKey(authKey: string): void;
  /** Refuses what is empty (EmptyContent). */
  publish(channel: string, message: unknown, id: string): Promise<{ timetoken: string }>;
  /** Up to `count` (at most 100) messages older than `before`, oldest first. */
  history(channel: string, range: { count: number; before?: string; after?: string }): Promise<WireMessage[]>;
  latest(channels: string[]): Promise<WireMessage[]>;
  /** How many messages each channel holds after its timetoken. */
  counts(positions: Record<string, string>): Promise<Record<string, number>>;
  signal(channel: string, message: unknown): Promise<void>;
  addAction(
    channel: string,
    messageTimetoken: string,
    action: { type: string; value: string },
  ): Promise<{ timetoken: string }>;
  /** The newest (at most 100) actions of a channel that were said before `before`, oldest first. */
  actions(channel: string, range: { before?: string }): Promise<WireAction[]>;
  memberships(): Promise<WireMembership[]>;
  /** Makes people members of a channel; a given timetoken is a person's read position there. */
  setMembers(channel: string, members: { uuid: string; timetoken?: string }[]): Promise<void>;
  /** The read position of the person in a channel that is not a conversation. */
  setOwnPosition(channel: string, timetoken: string): Promise<void>;
  hereNow(channel: string): Promise<string[]>;
  /** Only shows whether the service can be reached. */
  probe(): Promise<void>;
  /** Leaves everything; nothing of it stays behind. `isQuiet`: the person is still there, by another line. */
  stop(options?: { isQuiet: boolean }): void;
}

export type PageEvent = 'online' | 'offline' | 'visible' | 'hidden' | 'focus' | 'blur';
export interface PagePort {
  isOnline(): boolean;
  isVisible(): boolean;
  isFocused(): boolean;
  listen(onEvent: (event: { kind: PageEvent }) => void): () => void;
  setTitle(title: string): void;
  /** Another screen is there: its beginning is shown, and assistive technology is led to it. */
  showTop(): void;
}

/** What of a conversation is in front of somebody's eyes: only the screen itself knows. */
export interface ScreenPort {
  newestMessage(): { channel: string; timetoken: string } | null;
  /** A person moved what they see: by wheel, finger, key or pointer. */
  listen(onMoved: () => void): () => void;
}

/** Where what is half written outlives a reload, in this browser and for its person only. */
export interface DraftsPort {
  /** Whatever another person has left is wiped. */
  load(userId: number): Record<string, string>;
  keep(userId: number, key: string, text: string): void;
  wipe(): void;
}

/** When people were last seen here, by messaging uuid: for this person, in this browser. */
export interface SeenPort {
  load(userId: number): Record<string, number>;
  keep(userId: number, seen: Record<string, number>): void;
  wipe(): void;
}

/** A message of which the service has not yet said that it has it. */
export interface OutboxLetter {
  id: string;
  channel: string;
  details: string;
  timestamp: number;
  /** Refused for good; the person may try again. */
  hasFailed: boolean;
}
/** … or what was said about a message that is there already. */
export type OutboxEntry = OutboxLetter | PendingChange;
/** What was written and not acknowledged, kept in this browser for its person. */
export interface OutboxPort {
  /** Gives, as soon as that is so, what no living tab is sending; from then on it is this tab's. */
  adopt(owner: string, onEntries: (entries: OutboxEntry[]) => void): () => void;
  put(owner: string, entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  wipe(owner: string): Promise<void>;
}

/** The agent of a product-usage tool: a foreign script, loaded for one person. */
export interface AnalyticsPort {
  isConfigured(): Promise<boolean>;
  /** False when the script is blocked or is none. */
  load(scriptUrl: string, identity: AnalyticsIdentity): Promise<boolean>;
  track(event: AnalyticsEvent): void;
  /** The person has left. */
  forget(): void;
}

export interface Ports extends ApiPorts {
  analytics: AnalyticsPort;
  tokens: TokensPort;
  messagingKeys: ApiPorts['messagingKeys'] & { current(): MessagingConfig | null };
  connectRealtime: (config: MessagingConfig) => Promise<Realtime>;
  navigator: { push(to: string, state?: unknown): void; replace(to: string, state?: unknown): void };
  page: PagePort;
  screen: ScreenPort;
  drafts: DraftsPort;
  seen: SeenPort;
  outbox: OutboxPort;
  /** Starts it and gives back how to end it. */
  confetti: { start(options: { durationMs: number; particles: number }): () => void };
  now: () => number;
  /** The service's time, as far as its answers told it: timetokens are compared with it. */
  serverNow: () => number;
  /** What happens once in this browser, over all its tabs and reloads: true for the first who asks, false ever after. */
  moments: { claim(key: string): Promise<boolean> };
  random: () => number;
}
