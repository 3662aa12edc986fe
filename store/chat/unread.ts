import type { Conversation } from '#store/chat/chatState.ts';
import { compareTimetokens, isLater, laterOf } from '#store/messaging/timetoken.ts';

type Unread = Pick<Conversation, 'unread' | 'unreadAt' | 'unreadOlder' | 'readTimetoken'>;

const count = (of: Unread) => {
  of.unread = of.unreadAt.length + of.unreadOlder;
};

/** A message of the peer, by whatever way and however often it came. Most come at the end. */
export function addUnread(to: Unread, timetoken: string): void {
  if (!isLater(timetoken, to.readTimetoken)) return;
  const last = to.unreadAt.at(-1);
  if (last === undefined ? to.unreadOlder === 0 : isLater(timetoken, last)) to.unreadAt.push(timetoken);
  else if (isCountedAlready(to, timetoken)) return;
  else to.unreadAt = [...to.unreadAt, timetoken].sort(compareTimetokens);
  count(to);
}

/** What lies before the list is in the number of those before it. */
const isCountedAlready = ({ unreadAt, unreadOlder }: Unread, timetoken: string) =>
  unreadAt.includes(timetoken) || (unreadOlder > 0 && !isLater(timetoken, unreadAt[0] ?? '0'));

export function moveReadPosition(of: Unread, timetoken: string): void {
  if (!isLater(timetoken, of.readTimetoken)) return;
  of.readTimetoken = timetoken;
  const first = of.unreadAt[0];
  // Within those of which only the number is known, it stays too high until the service is asked again.
  if (first === undefined || !isLater(first, timetoken)) of.unreadOlder = 0;
  of.unreadAt = of.unreadAt.filter((at) => isLater(at, timetoken));
  count(of);
}

/**
 * One message that the service has under two timetokens counts once: under the one that it is shown with, and not at all
 * when it was read under the other. `aliases` leads from the one that is not shown to the one that is.
 */
export function countOnce(of: Unread, aliases: Record<string, string>): void {
  const twice = Object.entries(aliases);
  if (twice.length === 0 || of.unreadAt.length === 0) return;
  const unread = new Set(of.unreadAt);
  for (const [alias, shown] of twice) {
    if (unread.has(shown) || !isLater(shown, of.readTimetoken)) unread.delete(alias);
    if (!isLater(alias, of.readTimetoken)) unread.delete(shown);
  }
  if (unread.size === of.unreadAt.length) return;
  of.unreadAt = of.unreadAt.filter((at) => unread.has(at));
  count(of);
}

/**
 * The service's count from its read position, joined with what came and was read here since it was asked. Sets of
 * timetokens, so that what both know of counts once, and nothing is lost between two answers.
 */
export function refreshUnread(of: Unread, news: Unread): void {
  const position = laterOf(of.readTimetoken, news.readTimetoken);
  const newsFirst = news.unreadAt[0];
  const isCounted = (at: string) => news.unreadOlder > 0 && newsFirst !== undefined && isLater(newsFirst, at);
  const all = new Set([...of.unreadAt.filter((at) => !isCounted(at)), ...news.unreadAt]);
  const isPastOlder = newsFirst === undefined || !isLater(newsFirst, position);
  const older =
    position === news.readTimetoken ? news.unreadOlder : Math.min(news.unreadOlder, of.unreadOlder);
  of.readTimetoken = position;
  of.unreadOlder = isPastOlder ? 0 : older;
  of.unreadAt = [...all].filter((at) => isLater(at, position)).sort(compareTimetokens);
  count(of);
}
