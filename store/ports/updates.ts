/** Finds out that a newer version of the application was deployed. */
export interface UpdatesPort {
  /** Calls `onNewVersion` when a newer version is found. */
  listen(onNewVersion: () => void): () => void;
  /** Checks now. The port also checks by itself from time to time. */
  check(): void;
  reload(): void;
}
