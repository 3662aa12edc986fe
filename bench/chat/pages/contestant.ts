/** A page that shows one conversation, and can be told to do what is measured. */
export interface Contestant {
  /** Holds so many messages, and shows none of them. */
  load(count: number): Promise<void>;
  open(): void;
  close(): void;
  /** One more message of the other person. */
  receive(n: number): void;
  /** The words of the last row in the document; empty while the conversation is closed. */
  newestText(): string;
  scroller(): HTMLElement;
  composer(): HTMLElement;
  rowCount(): number;
}
