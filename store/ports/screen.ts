export interface SeenMessage {
  channel: string;
  timetoken: string;
}

/** Reports which messages of a conversation are visible. */
export interface ScreenPort {
  newestMessage(): SeenMessage | null;
  /** Emits when the user scrolls, by wheel, finger, key or pointer. */
  listen(onMoved: () => void): () => void;
}
