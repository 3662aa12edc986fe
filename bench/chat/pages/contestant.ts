/** A page with one conversation, controlled by the bench. */
export interface Contestant {
  /** Loads this number of messages without showing them. */
  load(count: number): Promise<void>;
  open(): void;
  close(): void;
  /** Receives one message from the peer. */
  receive(n: number): void;
  /** The text of the last row in the document; empty while the conversation is closed. */
  newestText(): string;
  scroller(): HTMLElement;
  composer(): HTMLElement;
  rowCount(): number;
}
