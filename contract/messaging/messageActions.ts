import * as z from 'zod/mini';
import { chatMessageSchema } from './chat.ts';
import { encryptedLength } from './encryption.ts';

/**
 * Edits, deletions and reactions of sent messages. Message actions are never removed; each user's newest one counts.
 * The publisher's uuid identifies the author. See docs/decisions/0018-message-actions.md.
 */
export const reactionEmoji = ['👍', '❤️', '😄', '🎉', '🙏', '👀'] as const;
export type ReactionEmoji = (typeof reactionEmoji)[number];

/** How long a message can be edited or deleted after it was sent. */
export const EDIT_WINDOW_MS = 15 * 60_000;
/** Extra time for an edit that was made within the window to arrive. */
export const EDIT_GRACE_MS = 30_000;
/** The longest value that the messaging service accepts. */
export const MESSAGE_ACTION_MAX_LENGTH = 10_000;

const fields = {
  edit: { details: chatMessageSchema.shape.details },
  delete: {},
  reaction: { emoji: z.enum(reactionEmoji), isOn: z.boolean() },
};
export const messageActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edit'), ...fields.edit }),
  z.object({ kind: z.literal('delete'), ...fields.delete }),
  z.object({ kind: z.literal('reaction'), ...fields.reaction }),
]);
export type MessageAction = z.infer<typeof messageActionSchema>;

export interface EncodedMessageAction {
  type: string;
  value: string;
}

/** The service accepts each value only once per user, so each action has an id. */
const id = z.string().check(z.minLength(1), z.maxLength(40));
const values = {
  edit: z.object({ id, ...fields.edit }),
  delete: z.object({ id, ...fields.delete }),
  reaction: z.object({ id, ...fields.reaction }),
};

export const encodeMessageAction = ({ kind, ...value }: MessageAction, id: string): EncodedMessageAction => ({
  type: kind,
  value: JSON.stringify({ id, ...value }),
});
/** Length of the encoded value, after encryption if chats are encrypted. */
export function messageActionLength(change: MessageAction, isEncrypted = false): number {
  const { value } = encodeMessageAction(change, 'x'.repeat(40));
  return isEncrypted ? encryptedLength(new TextEncoder().encode(value).length) : value.length;
}
export const fitsMessageAction = (change: MessageAction, isEncrypted = false) =>
  messageActionLength(change, isEncrypted) <= MESSAGE_ACTION_MAX_LENGTH;

/** Returns null for other types of actions. Throws if an action of a known type is invalid. */
export function decodeMessageAction({ type, value }: EncodedMessageAction): MessageAction | null {
  switch (type) {
    case 'edit':
      return { kind: 'edit', details: values.edit.parse(JSON.parse(value)).details };
    case 'delete':
      values.delete.parse(JSON.parse(value));
      return { kind: 'delete' };
    case 'reaction': {
      const { emoji, isOn } = values.reaction.parse(JSON.parse(value));
      return { kind: 'reaction', emoji, isOn };
    }
    default:
      return null;
  }
}

/** A signal that the user is typing. Signals are not stored and have at most 64 bytes. */
export const typingSignalSchema = z.object({ typing: z.boolean() });
export type TypingSignal = z.infer<typeof typingSignalSchema>;
