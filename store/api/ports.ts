import type { RoomChannel } from '#contract/learning/coachingRoom.ts';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import type { ApiTokens } from '#store/ports/tokens.ts';

/**
 * Side effects of the API layer, passed in at the composition root and replaced by fakes in tests. Tokens are kept
 * behind their port, not in the state (docs/decisions/0003-state-without-secrets.md).
 */
export interface ApiPorts {
  tokens: ApiTokens;
  /** Keeps the messaging access key out of the state: set by getMessagingConfig, read by the realtime port. */
  messagingKeys: {
    keep(config: MessagingConfig): void;
    /** The access to the channel of one coaching session, set by openCoachingChannel. */
    keepRoom(channel: RoomChannel): void;
  };
  fetch: (request: Request) => Promise<Response>;
  /** Downloads a file to the user's device. */
  saveFile: (content: Blob, name: string) => void;
  reportError: (error: unknown, where: string) => void;
}
