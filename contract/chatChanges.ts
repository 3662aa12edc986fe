import * as z from 'zod/mini';
import { chatMessageSchema } from './chat.ts';
import { encryptedLength } from './encryption.ts';

/**
 * What is said about a message after it was sent: corrections, withdrawals and reactions. They travel as message actions
 * and none is ever removed (removing needs a right that would also delete messages): the newest word counts. The uuid
 * that the messaging service gives says who it is from, never a field in here.
 */
export const reactionEmoji = ['👍', '❤️', '😄', '🎉', '🙏', '👀'] as const;
export type ReactionEmoji = (typeof reactionEmoji)[number];

/** So long after it was sent a person may correct or withdraw a message. */
export const CHANGE_WINDOW_MS = 15 * 60_000;
/** A change that was said in time may need a while on its way. */
export const CHANGE_GRACE_MS = 30_000;
/** The messaging service takes no longer value. */
export const CHANGE_VALUE_MAX_LENGTH = 10_000;

const says = {
  edit: { details: chatMessageSchema.shape.details },
  delete: {},
  reaction: { emoji: z.enum(reactionEmoji), isOn: z.boolean() },
};
export const messageChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edit'), ...says.edit }),
  z.object({ kind: z.literal('delete'), ...says.delete }),
  z.object({ kind: z.literal('reaction'), ...says.reaction }),
]);
export type MessageChange = z.infer<typeof messageChangeSchema>;

export interface MessageAction {
  type: string;
  value: string;
}

/** The service takes the same value of one person only once, so each change carries an id of its own. */
const id = z.string().check(z.minLength(1), z.maxLength(40));
const values = {
  edit: z.object({ id, ...says.edit }),
  delete: z.object({ id, ...says.delete }),
  reaction: z.object({ id, ...says.reaction }),
};

export const actionOf = ({ kind, ...value }: MessageChange, changeId: string): MessageAction => ({
  type: kind,
  value: JSON.stringify({ id: changeId, ...value }),
});
/** How long its value is at most. Where chats are encrypted, so is a correction: it is what somebody wrote. */
export function actionLength(change: MessageChange, isEncrypted = false): number {
  const { value } = actionOf(change, 'x'.repeat(40));
  return isEncrypted ? encryptedLength(new TextEncoder().encode(value).length) : value.length;
}
export const fitsAnAction = (change: MessageChange, isEncrypted = false) =>
  actionLength(change, isEncrypted) <= CHANGE_VALUE_MAX_LENGTH;

/** What an action says; null for one of another kind, which is nobody's mistake. Throws on what breaks the contract. */
export function changeOf({ type, value }: MessageAction): MessageChange | null {
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

/** The signal that somebody writes; it is not stored, and fits the 64 bytes that a signal may have. */
export const typingSignalSchema = z.object({ typing: z.boolean() });
export type TypingSignal = z.infer<typeof typingSignalSchema>;
