/** The token port's result for the next call. */
export type TokenAnswer =
  | { kind: 'token'; idToken: string }
  /** No user is signed in in this browser. */
  | { kind: 'missing' }
  /** The server refused the refresh. The port has already emitted `refused`, which ends the session. */
  | { kind: 'refused' }
  /**
   * The token has expired and cannot be refreshed at the moment. The session may still be valid, so the user stays
   * signed in.
   */
  | { kind: 'unavailable' };

export type TokenEvent =
  /** The user signed in here or in another tab. */
  | { kind: 'signedIn'; expiresAt: number }
  | { kind: 'refreshed'; expiresAt: number }
  /** The server refused the refresh. Emitted once; the session saga ends the session. */
  | { kind: 'refused' }
  | { kind: 'signedOutElsewhere' };

export type RestoredSession =
  | { kind: 'token'; expiresAt: number }
  | { kind: 'none' }
  | { kind: 'unavailable' };

/** What the base query needs from the token port. */
export interface ApiTokens {
  /**
   * Resolves immediately while the token is valid and refreshes a due token in the background. Otherwise resolves after
   * the refresh.
   */
  forCall(): Promise<TokenAnswer>;
  /** The server refused this token with 401. The result contains another token or the reason why there is none. */
  afterRefusal(idToken: string): Promise<TokenAnswer>;
  /** Reads the clock offset from the `Date` header of a response. */
  noteServerDate(date: string | null): void;
}

export interface TokensPort extends ApiTokens {
  /** Looks for a session in this browser: asks the other tabs, then the server. */
  restore(): Promise<RestoredSession>;
  listen(onEvent: (event: TokenEvent) => void): () => void;
  /** Deletes the token of this tab. */
  forget(): void;
  /** Signs out every tab immediately, and the server as soon as it can be reached. */
  signOut(): Promise<void>;
}
