import * as z from 'zod/mini';
import { encryptedLength } from './encryption.ts';
import { MESSAGE_MAX_BYTES, PREVIEW_MAX_LENGTH, SESSION_FEEDBACK_PREFIX } from './limits.ts';
import { longText, numericId } from './text.ts';

/** What travels on a chat channel. `user` is a hint for display; the publisher's uuid says who wrote it (ruling 15). */
export const chatMessageSchema = z.object({
  user: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
  details: z.string().check(z.refine((text) => text.trim() !== '')),
  timestamp: z.int().check(z.positive()),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/**
 * The publish `meta` of our own messages: the id made by the sender's client (design decision 7). Words that every
 * object knows (`toString`, `__proto__`) are no ids, since messages are kept in objects by their ids.
 */
const idSchema = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{8,40}$/),
  z.refine((id) => !(id in {})),
);
export const messageMetaSchema = z.object({ id: idSchema });

/** How one message is known: by the id of its sender's client, else by channel, publisher and timetoken. */
export const messageIdOf = (message: {
  channel: string;
  publisher: string;
  timetoken: string;
  meta: unknown;
}) => {
  const meta = messageMetaSchema.safeParse(message.meta);
  return meta.success ? meta.data.id : `${message.channel}/${message.publisher}/${message.timetoken}`;
};

/** Bytes of the message as it goes over the wire; at most MESSAGE_MAX_BYTES are taken. */
export function messageBytes(message: ChatMessage, isEncrypted = false): number {
  const { length } = new TextEncoder().encode(JSON.stringify(message));
  return isEncrypted ? encryptedLength(length) + '""'.length : length;
}
export const fitsTheWire = (message: ChatMessage, isEncrypted = false) =>
  messageBytes(message, isEncrypted) <= MESSAGE_MAX_BYTES;

/** A preview is a piece of the message: of an encrypted one only these words leave the conversation. */
export const ENCRYPTED_PREVIEW = 'Encrypted message';

/** What is said after a session travels as a message that begins with the specification's words. */
export const sessionFeedback = (comment: string) => `${SESSION_FEEDBACK_PREFIX} ${comment.trim()}`;
/** The comment of such a message; null for any other. */
export const feedbackCommentOf = (details: string) =>
  details.startsWith(SESSION_FEEDBACK_PREFIX) ? details.slice(SESSION_FEEDBACK_PREFIX.length).trim() : null;

/** The preview that may leave the conversation: of confidential feedback only the prefix (ruling 19). */
export function previewOf(details: string): string {
  const text = details.trim();
  if (text.startsWith(SESSION_FEEDBACK_PREFIX)) return SESSION_FEEDBACK_PREFIX;
  // A letter is at most two units, so that of a long text only its beginning is looked at.
  return Array.from(text.slice(0, PREVIEW_MAX_LENGTH * 2))
    .slice(0, PREVIEW_MAX_LENGTH)
    .join('');
}

/** POST /api/unread-messages: the receiver is offline, so the server may mail a digest. */
export const unreadMessageSchema = z.object({
  receiverId: numericId,
  previewText: longText(PREVIEW_MAX_LENGTH * 2, 1),
});
export type UnreadMessage = z.infer<typeof unreadMessageSchema>;
export const unreadMessageAcceptedSchema = z.object({ accepted: z.boolean() });

/** The parameter of an address that opens the conversation with a person, so that a mail can link to it. */
export const CONVERSATION_PARAMETER = 'chat';
export const conversationPath = (peerId: number) => `/home?${CONVERSATION_PARAMETER}=${peerId}`;
