/** A message in a conversation: on its way, settled with its timetoken, refused, or held up by the end of a session. */
export interface Post {
  id: string;
  channel: string;
  /** Who wrote it by the publisher's uuid, whatever the message says of itself (ruling 15). */
  publisherId: number;
  details: string;
  timestamp: number;
  timetoken: string | null;
  status: 'sending' | 'sent' | 'failed' | 'interrupted';
  /** It was encrypted in a way that cannot be undone here: its words are not known. */
  isUnreadable?: true;
}
export type SettledPost = Post & { timetoken: string };
