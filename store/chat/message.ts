/** A message of a conversation, pending or sent. */
export interface Message {
  id: string;
  channel: string;
  /** The author by the publisher's uuid, whatever the payload says. See docs/decisions/0012-message-identity.md. */
  publisherId: number;
  details: string;
  /** Time of the sender's clock in milliseconds. */
  timestamp: number;
  /** Time of the service's clock; null while the message is pending. */
  timetoken: string | null;
  /**
   * `failed`: the service refused it. `undeliverable`: the peer is not in the directory. `interrupted`: the session ended
   * before the message was sent.
   */
  status: 'sending' | 'sent' | 'failed' | 'undeliverable' | 'interrupted';
  /** The message is encrypted and cannot be decrypted in this browser, so `details` is empty. */
  isUnreadable?: true;
}
export type SentMessage = Message & { timetoken: string };

/** A message from the service, live or from history. */
export interface IncomingMessage {
  message: SentMessage;
  isOwn: boolean;
  peerId: number;
  /** The peer's name from the message, shown while the directory loads. */
  peerName: string | null;
}
