import type { RoomChannel } from '#contract/learning/coachingRoom.ts';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import type { ApiPorts } from '#store/api/ports.ts';
import type { AnalyticsPort } from '#store/ports/analytics.ts';
import type { ClaimsPort, DraftsPort, SeenPort } from '#store/ports/browserStorage.ts';
import type { CoachingPort } from '#store/ports/coaching.ts';
import type { OutboxPort } from '#store/ports/outbox.ts';
import type { PagePort } from '#store/ports/page.ts';
import type { Realtime } from '#store/ports/realtime.ts';
import type { SavedResponsesPort } from '#store/ports/savedResponses.ts';
import type { ScreenPort } from '#store/ports/screen.ts';
import type { TokensPort } from '#store/ports/tokens.ts';
import type { UpdatesPort } from '#store/ports/updates.ts';

export interface Ports extends ApiPorts {
  /** Null if no analytics agent is configured. */
  loadAnalytics: () => Promise<AnalyticsPort | null>;
  tokens: TokensPort;
  messagingKeys: ApiPorts['messagingKeys'] & {
    current(): MessagingConfig | null;
    currentRoom(): RoomChannel | null;
  };
  connectRealtime: (config: MessagingConfig) => Promise<Realtime>;
  coaching: CoachingPort;
  /** A connection for the channel of one coaching session. It belongs to one tab, unlike the one for chat. */
  connectRoom: (channel: RoomChannel) => Promise<Realtime>;
  navigator: { push(to: string, state?: unknown): void; replace(to: string, state?: unknown): void };
  page: PagePort;
  screen: ScreenPort;
  drafts: DraftsPort;
  seen: SeenPort;
  loadSavedResponses: () => Promise<SavedResponsesPort>;
  outbox: OutboxPort;
  /** Starts the animation and returns a function that stops it. */
  confetti: { start(options: { durationMs: number; particles: number }): () => void };
  now: () => number;
  /** The server's time, estimated from its responses. Timetokens are compared with it. */
  serverNow: () => number;
  /** Resolves when the first page is idle; null if the code cannot be loaded. */
  loadUpdates: () => Promise<UpdatesPort | null>;
  claims: ClaimsPort;
  random: () => number;
}
