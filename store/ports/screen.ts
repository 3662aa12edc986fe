export interface SeenMessage {
  channel: string;
  timetoken: string;
}

/** Which messages of a conversation are visible. */
export interface ScreenPort {
  newestMessage(): SeenMessage | null;
  /** The user scrolled, by wheel, finger, key or pointer. */
  listen(onMoved: () => void): () => void;
}
