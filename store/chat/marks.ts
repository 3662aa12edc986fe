import type { MessageChange, ReactionEmoji } from '#contract/chatChanges.ts';
import { CHANGE_GRACE_MS, CHANGE_WINDOW_MS, reactionEmoji } from '#contract/chatChanges.ts';
import { instantOf, isLater } from '#store/messaging/timetoken.ts';
import type { Post } from './post.ts';

/** A change as it came: who said it by the wire's uuid, and when by the service's clock. */
export interface Mark {
  channel: string;
  messageTimetoken: string;
  actionTimetoken: string;
  actorId: number;
  change: MessageChange | UnreadableEdit;
}

/** A correction that cannot be decrypted: that it was made is known, and not what the message says now. */
interface UnreadableEdit {
  kind: 'edit';
  details: null;
}
export const unreadableEdit: UnreadableEdit = { kind: 'edit', details: null };

/**
 * What has been said about one message, by whom. The newest word of each counts, so the order in which they come does
 * not matter, and the message itself may come later.
 */
export interface Marks {
  edits: Record<number, { details: string | null; at: string }>;
  deletedBy: Record<number, true>;
  /** By person and emoji, as `7/👍`. */
  reactions: Record<string, { isOn: boolean; at: string }>;
}
const unmarked: Marks = { edits: {}, deletedBy: {}, reactions: {} };

/** Both times are the service's, so nobody's clock can stretch the window. */
const isInTime = ({ messageTimetoken, actionTimetoken }: Mark) =>
  instantOf(actionTimetoken) - instantOf(messageTimetoken) <= CHANGE_WINDOW_MS + CHANGE_GRACE_MS;

export function addMark(marks: Marks = unmarked, mark: Mark): Marks {
  const { actorId, actionTimetoken: at, change } = mark;
  if (change.kind === 'reaction') {
    const key = `${actorId}/${change.emoji}`;
    const known = marks.reactions[key];
    if (known && !isLater(at, known.at)) return marks;
    return { ...marks, reactions: { ...marks.reactions, [key]: { isOn: change.isOn, at } } };
  }
  if (!isInTime(mark)) return marks;
  if (change.kind === 'delete') return { ...marks, deletedBy: { ...marks.deletedBy, [actorId]: true } };
  const known = marks.edits[actorId];
  const isReadAtLast = known?.at === at && known.details === null;
  if (known && !isLater(at, known.at) && !isReadAtLast) return marks;
  return { ...marks, edits: { ...marks.edits, [actorId]: { details: change.details, at } } };
}

/** What was said under two timetokens of one message, which was published twice. */
export function joinMarks(a: Marks | undefined, b: Marks): Marks {
  const joined = { ...(a ?? unmarked), deletedBy: { ...a?.deletedBy, ...b.deletedBy } };
  const newest = <T extends { at: string }>(one: Record<string, T>, other: Record<string, T>) => {
    const result = { ...one };
    for (const [key, word] of Object.entries(other)) {
      const known = result[key];
      if (!known || isLater(word.at, known.at)) result[key] = word;
    }
    return result;
  };
  return {
    ...joined,
    edits: newest(joined.edits, b.edits),
    reactions: newest(joined.reactions, b.reactions),
  };
}

export interface Reaction {
  emoji: ReactionEmoji;
  count: number;
  isMine: boolean;
}
/** A message as it is shown, with all that has been said about it. */
export interface ShownPost {
  details: string;
  isEdited: boolean;
  isDeleted: boolean;
  /** It was encrypted, and cannot be read here. */
  isUnreadable: boolean;
  reactions: Reaction[];
}

/** Only the person who wrote a message can have corrected or withdrawn it. */
export function detailsOf(
  { details, publisherId, isUnreadable }: Pick<Post, 'details' | 'publisherId' | 'isUnreadable'>,
  marks: Marks | undefined,
): Omit<ShownPost, 'reactions'> {
  const asSent = { details, isEdited: false, isDeleted: false, isUnreadable: isUnreadable === true };
  if (!marks) return asSent;
  if (marks.deletedBy[publisherId]) return { ...asSent, details: '', isDeleted: true, isUnreadable: false };
  const edit = marks.edits[publisherId];
  if (!edit) return asSent;
  return { ...asSent, details: edit.details ?? '', isEdited: true, isUnreadable: edit.details === null };
}

export function shownPost(post: Post, marks: Marks | undefined, ownId: number): ShownPost {
  const text = detailsOf(post, marks);
  if (!marks || text.isDeleted) return { ...text, reactions: [] };
  const reactions = reactionEmoji.flatMap((emoji): Reaction[] => {
    const on = Object.entries(marks.reactions).filter(([key, { isOn }]) => isOn && key.endsWith(`/${emoji}`));
    if (on.length === 0) return [];
    return [{ emoji, count: on.length, isMine: on.some(([key]) => key === `${ownId}/${emoji}`) }];
  });
  return { ...text, reactions };
}

/** A message may be changed for a while, by the service's clock. */
export const isInWindow = (timetoken: string, now: number) => now - instantOf(timetoken) <= CHANGE_WINDOW_MS;

/** One's own settled message, for as long as the window is open. */
export const mayChange = (post: Post, ownId: number, now: number) =>
  post.publisherId === ownId && post.timetoken !== null && isInWindow(post.timetoken, now);
