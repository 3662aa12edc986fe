import type { SessionUser } from '#contract/access/session.ts';

/** The last response of a call, for use without a network. */
export interface SavedResponse {
  /** RTK Query's key of the call: its endpoint and arguments. */
  key: string;
  data: unknown;
  /** When it was received. */
  savedAt: number;
}

/** Keeps the last responses in this browser, for one person and one build of the application (decision 0134). */
export interface SavedResponsesPort {
  /** The person whose session was open last; null after a sign-out. */
  user(): Promise<SessionUser | null>;
  /** Removes the responses of any other person. */
  keepUser(user: SessionUser): Promise<void>;
  read(key: string): Promise<SavedResponse | null>;
  keep(response: SavedResponse): Promise<void>;
  wipe(): Promise<void>;
}
