import type { MessagingConfig } from '#contract/messaging.ts';
import type { ApiTokens } from '#store/ports/tokens.ts';

/**
 * Side effects of the API layer, given at the composition root and faked in tests. Tokens are kept behind their port and
 * not in the state (docs/decisions/0003-state-without-secrets.md).
 */
export interface ApiPorts {
  tokens: ApiTokens;
  /** Keeps the messaging access key out of the state: set by getMessagingConfig, read by the realtime port. */
  messagingKeys: { keep(config: MessagingConfig): void };
  fetch: (request: Request) => Promise<Response>;
  reportError: (error: unknown, where: string) => void;
}
