/** Keeps drafts across reloads, in this browser and for one user. */
export interface DraftsPort {
  /** Returns the user's texts by key and removes other users' texts. */
  load(userId: number): Record<string, string>;
  keep(userId: number, key: string, text: string): void;
  wipe(): void;
}

/** Keeps the time at which people were last online, by messaging uuid, in this browser and for one user. */
export interface SeenPort {
  load(userId: number): Record<string, number>;
  keep(userId: number, seen: Record<string, number>): void;
  wipe(): void;
}

/** Claims a key once in this browser, across all tabs and reloads. */
export interface ClaimsPort {
  /** Resolves to true for the first caller and to false for every other caller. */
  claim(key: string): Promise<boolean>;
}
