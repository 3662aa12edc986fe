import * as z from 'zod/mini';
import { MESSAGE_MAX_BYTES, PREVIEW_MAX_LENGTH, SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { multiLineText, numericId } from '#contract/text.ts';
import { encryptedLength } from './encryption.ts';

/**
 * The payload on a chat channel. `user` is only for display; the publisher's uuid identifies the author (decision
 * 0012).
 */
export const chatMessageSchema = z.object({
  user: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
  details: z.string().check(z.refine((text) => text.trim() !== '')),
  timestamp: z.int().check(z.positive()),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/**
 * The publish `meta` of our messages: the id created by the sender's client (decision 0012). Names of object properties
 * (`toString`, `__proto__`) are not valid ids, because ids are used as object keys.
 */
const idSchema = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{8,40}$/),
  z.refine((id) => !(id in {})),
);
export const messageMetaSchema = z.object({ id: idSchema });

/** The message id of the sender's client, or channel, publisher and timetoken if there is none. */
export const messageIdOf = (message: {
  channel: string;
  publisher: string;
  timetoken: string;
  meta: unknown;
}) => {
  const meta = messageMetaSchema.safeParse(message.meta);
  return meta.success ? meta.data.id : `${message.channel}/${message.publisher}/${message.timetoken}`;
};

/** Size of the message on the wire in bytes. The limit is MESSAGE_MAX_BYTES. */
export function messageBytes(message: ChatMessage, isEncrypted = false): number {
  const { length } = new TextEncoder().encode(JSON.stringify(message));
  return isEncrypted ? encryptedLength(length) + '""'.length : length;
}
export const fitsTheWire = (message: ChatMessage, isEncrypted = false) =>
  messageBytes(message, isEncrypted) <= MESSAGE_MAX_BYTES;

/** The preview of an encrypted message. */
export const ENCRYPTED_PREVIEW = 'Encrypted message';

/** Session feedback is a chat message with a fixed prefix. */
export const sessionFeedback = (comment: string) => `${SESSION_FEEDBACK_PREFIX} ${comment.trim()}`;
/** The comment of session feedback; null for other messages. */
export const feedbackCommentOf = (details: string) =>
  details.startsWith(SESSION_FEEDBACK_PREFIX) ? details.slice(SESSION_FEEDBACK_PREFIX.length).trim() : null;

/** The preview outside the conversation. For confidential feedback it is only the prefix (decision 0019). */
export function previewOf(details: string): string {
  const text = details.trim();
  if (text.startsWith(SESSION_FEEDBACK_PREFIX)) return SESSION_FEEDBACK_PREFIX;
  // A character has at most 2 UTF-16 units, so splitting the start of a long text is enough.
  return Array.from(text.slice(0, PREVIEW_MAX_LENGTH * 2))
    .slice(0, PREVIEW_MAX_LENGTH)
    .join('');
}

/**
 * POST /api/conversations: makes both people members of their channel, so that both see the conversation in their list.
 */
export const startConversationSchema = z.object({ peerId: numericId });
export type StartConversation = z.infer<typeof startConversationSchema>;
export const conversationStartedSchema = z.object({ channel: z.string() });
export type ConversationStarted = z.infer<typeof conversationStartedSchema>;

/** POST /api/unread-messages: the receiver is offline, so the server may send a digest mail. */
export const unreadMessageSchema = z.object({
  receiverId: numericId,
  previewText: multiLineText(PREVIEW_MAX_LENGTH * 2, 1),
});
export type UnreadMessage = z.infer<typeof unreadMessageSchema>;
export const unreadMessageAcceptedSchema = z.object({ accepted: z.boolean() });

/** The query parameter that opens the conversation with a person, for links in mails. */
export const CONVERSATION_PARAMETER = 'chat';
export const conversationPath = (peerId: number) => `/home?${CONVERSATION_PARAMETER}=${peerId}`;
