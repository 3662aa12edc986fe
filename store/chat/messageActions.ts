import type { MessageAction, ReactionEmoji } from '#contract/messaging/messageActions.ts';
import { EDIT_GRACE_MS, EDIT_WINDOW_MS, reactionEmoji } from '#contract/messaging/messageActions.ts';
import { instantOf, isLater } from '#store/messaging/timetoken.ts';
import type { Message } from './message.ts';

/** A message action from the service. */
export interface IncomingMessageAction {
  channel: string;
  messageTimetoken: string;
  actionTimetoken: string;
  /** The user, by the publisher's uuid. */
  actorId: number;
  change: MessageAction | UnreadableEdit;
}

/** An edit that cannot be decrypted. */
interface UnreadableEdit {
  kind: 'edit';
  details: null;
}
export const unreadableEdit: UnreadableEdit = { kind: 'edit', details: null };

/**
 * The actions of one message. Each user's newest action counts, so they can arrive in any order and before the message
 * itself.
 */
export interface MessageActions {
  edits: Record<number, { details: string | null; at: string }>;
  deletedBy: Record<number, true>;
  /** Keys are user and emoji, such as `7/👍`. */
  reactions: Record<string, { isOn: boolean; at: string }>;
}
const noActions: MessageActions = { edits: {}, deletedBy: {}, reactions: {} };

/** Both times come from the service, so a wrong clock cannot extend the window. */
const isInTime = ({ messageTimetoken, actionTimetoken }: IncomingMessageAction) =>
  instantOf(actionTimetoken) - instantOf(messageTimetoken) <= EDIT_WINDOW_MS + EDIT_GRACE_MS;

export function addMessageAction(
  actions: MessageActions = noActions,
  incoming: IncomingMessageAction,
): MessageActions {
  const { actorId, actionTimetoken: at, change } = incoming;
  if (change.kind === 'reaction') {
    const key = `${actorId}/${change.emoji}`;
    const known = actions.reactions[key];
    if (known && !isLater(at, known.at)) return actions;
    return { ...actions, reactions: { ...actions.reactions, [key]: { isOn: change.isOn, at } } };
  }
  if (!isInTime(incoming)) return actions;
  if (change.kind === 'delete') return { ...actions, deletedBy: { ...actions.deletedBy, [actorId]: true } };
  const known = actions.edits[actorId];
  const isDecryptedNow = known?.at === at && known.details === null;
  if (known && !isLater(at, known.at) && !isDecryptedNow) return actions;
  return { ...actions, edits: { ...actions.edits, [actorId]: { details: change.details, at } } };
}

/** Merges the actions of a message that was stored twice. */
export function joinMessageActions(a: MessageActions = noActions, b: MessageActions): MessageActions {
  const newest = <T extends { at: string }>(one: Record<string, T>, other: Record<string, T>) => {
    const result = { ...one };
    for (const [key, action] of Object.entries(other)) {
      const known = result[key];
      if (!known || isLater(action.at, known.at)) result[key] = action;
    }
    return result;
  };
  return {
    edits: newest(a.edits, b.edits),
    deletedBy: { ...a.deletedBy, ...b.deletedBy },
    reactions: newest(a.reactions, b.reactions),
  };
}

export interface Reaction {
  emoji: ReactionEmoji;
  count: number;
  isMine: boolean;
}
/** A message as it is shown, with its message actions. */
export interface ShownMessage {
  details: string;
  isEdited: boolean;
  isDeleted: boolean;
  /** True if the message or its edit cannot be decrypted. */
  isUnreadable: boolean;
  reactions: Reaction[];
}

/** Applies the author's edit or deletion. Edits and deletions by other users are ignored. */
export function applyTextActions(
  { details, publisherId, isUnreadable }: Pick<Message, 'details' | 'publisherId' | 'isUnreadable'>,
  actions: MessageActions | undefined,
): Omit<ShownMessage, 'reactions'> {
  const asSent = { details, isEdited: false, isDeleted: false, isUnreadable: isUnreadable === true };
  if (!actions) return asSent;
  if (actions.deletedBy[publisherId]) return { ...asSent, details: '', isDeleted: true, isUnreadable: false };
  const edit = actions.edits[publisherId];
  if (!edit) return asSent;
  return { ...asSent, details: edit.details ?? '', isEdited: true, isUnreadable: edit.details === null };
}

export function shownMessage(
  message: Message,
  actions: MessageActions | undefined,
  ownId: number,
): ShownMessage {
  const text = applyTextActions(message, actions);
  if (!actions || text.isDeleted) return { ...text, reactions: [] };
  const reactions = reactionEmoji.flatMap((emoji): Reaction[] => {
    const on = Object.entries(actions.reactions).filter(
      ([key, { isOn }]) => isOn && key.endsWith(`/${emoji}`),
    );
    if (on.length === 0) return [];
    return [{ emoji, count: on.length, isMine: on.some(([key]) => key === `${ownId}/${emoji}`) }];
  });
  return { ...text, reactions };
}

export const isInEditWindow = (timetoken: string, now: number) =>
  now - instantOf(timetoken) <= EDIT_WINDOW_MS;

/** A sent message of the user whose edit window is open. */
export const canEdit = (message: Message, ownId: number, now: number) =>
  message.publisherId === ownId && message.timetoken !== null && isInEditWindow(message.timetoken, now);
