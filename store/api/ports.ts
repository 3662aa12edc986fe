import type { MessagingConfig } from '#contract/messaging.ts';

/** What the token port can say about the next call. */
export type TokenAnswer =
  | { kind: 'token'; idToken: string }
  /** Nobody is signed in in this browser. */
  | { kind: 'missing' }
  /** The service refused to go on with this session. */
  | { kind: 'refused' }
  /** The token has ended and its refresh could not be made now. The session may well live: nobody is signed out. */
  | { kind: 'unavailable' };

export interface ApiTokens {
  /** At once while the token is valid (a refresh that is due runs behind it); after the refresh when it has ended. */
  forCall(): Promise<TokenAnswer>;
  /** The service refused this very token: the answer holds another one, or says why there is none. */
  afterRefusal(idToken: string): Promise<TokenAnswer>;
  /** The `Date` header of an answer, from which the clock's offset is taken. */
  noteServerDate(date: string | null): void;
}

/**
 * The impure things the API layer needs: given at the composition root, faked in tests. Tokens live behind their port and
 * not in the state, so that no jump in time can bring an old one back and no tool can show one.
 */
export interface ApiPorts {
  tokens: ApiTokens;
  /** Keeps the messaging service's access key out of the state: given by getMessagingConfig, read by the realtime port. */
  messagingKeys: { keep(config: MessagingConfig): void };
  fetch: (request: Request) => Promise<Response>;
  reportError: (error: unknown, where: string) => void;
}
