import { compareTimetokens, isLater, laterOf } from '#store/messaging/timetoken.ts';
import type { Conversation } from './conversation.ts';

type Unread = Pick<Conversation, 'unreadAt' | 'unreadOlder' | 'readTimetoken'>;
const noAliases: Record<string, string> = {};

/**
 * The number of unread messages. A message that the service stored under 2 timetokens counts once, or not at all if one
 * of them is read. `aliases` maps the hidden timetoken to the shown one.
 */
export function unreadCount({ unreadAt, unreadOlder, readTimetoken }: Unread, aliases = noAliases): number {
  const duplicates = Object.entries(aliases);
  if (duplicates.length === 0 || unreadAt.length === 0) return unreadAt.length + unreadOlder;
  const unread = new Set(unreadAt);
  for (const [alias, shown] of duplicates) {
    if (unread.has(shown) || !isLater(shown, readTimetoken)) unread.delete(alias);
    if (!isLater(alias, readTimetoken)) unread.delete(shown);
  }
  return unread.size + unreadOlder;
}

/** Adds a message of the peer. Most messages belong at the end. */
export function addUnread(to: Unread, timetoken: string): void {
  if (!isLater(timetoken, to.readTimetoken)) return;
  const last = to.unreadAt.at(-1);
  if (last === undefined ? to.unreadOlder === 0 : isLater(timetoken, last)) to.unreadAt.push(timetoken);
  else if (!isCounted(to, timetoken)) to.unreadAt = [...to.unreadAt, timetoken].sort(compareTimetokens);
}

/** Messages before the list are included in `unreadOlder`. */
const isCounted = ({ unreadAt, unreadOlder }: Unread, timetoken: string) =>
  unreadAt.includes(timetoken) || (unreadOlder > 0 && !isLater(timetoken, unreadAt[0] ?? '0'));

export function moveReadPosition(of: Unread, timetoken: string): void {
  if (!isLater(timetoken, of.readTimetoken)) return;
  of.readTimetoken = timetoken;
  const first = of.unreadAt[0];
  // If the position is before the first listed timetoken, `unreadOlder` stays too high until the next request to the
  // service.
  if (first === undefined || !isLater(first, timetoken)) of.unreadOlder = 0;
  of.unreadAt = of.unreadAt.filter((at) => isLater(at, timetoken));
}

/** Merges the service's response with messages received and read since the request. */
export function refreshUnread(of: Unread, answer: Unread): void {
  const position = laterOf(of.readTimetoken, answer.readTimetoken);
  const first = answer.unreadAt[0];
  const isIncluded = (at: string) => answer.unreadOlder > 0 && first !== undefined && isLater(first, at);
  const all = new Set([...of.unreadAt.filter((at) => !isIncluded(at)), ...answer.unreadAt]);
  const isPastOlder = first === undefined || !isLater(first, position);
  const older =
    position === answer.readTimetoken ? answer.unreadOlder : Math.min(answer.unreadOlder, of.unreadOlder);
  of.readTimetoken = position;
  of.unreadOlder = isPastOlder ? 0 : older;
  of.unreadAt = [...all].filter((at) => isLater(at, position)).sort(compareTimetokens);
}
