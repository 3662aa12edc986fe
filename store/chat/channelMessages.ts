import { compareTimetokens, instantOf, isLater, timetokenAt } from '#store/messaging/timetoken.ts';
import type { Message, SentMessage } from './message.ts';

/** How much of a channel's history is loaded. */
export interface HistoryState {
  /** The oldest loaded timetoken, before which the next page starts; null before the first page. */
  oldest: string | null;
  isAtStart: boolean;
  isLoading: boolean;
  hasFailed: boolean;
}
/** The messages of one channel. The array is frozen and replaced as a whole, see docs/decisions/0037-chat-state.md. */
export interface ChannelMessages {
  /** Sent messages by timetoken, oldest first. */
  sent: SentMessage[];
  /** Messages without a timetoken yet, in the order of writing. */
  pending: Message[];
  /** Timetokens of messages that the service stored twice: from the hidden timetoken to the shown one. */
  aliases: Record<string, string>;
  history: HistoryState;
}
export const emptyChannelMessages: ChannelMessages = {
  sent: [],
  pending: [],
  aliases: {},
  history: { oldest: null, isAtStart: false, isLoading: false, hasFailed: false },
};

/** All messages, oldest first, pending ones last. */
export const messagesOf = ({ sent, pending }: ChannelMessages): readonly Message[] =>
  pending.length === 0 ? sent : [...sent, ...pending];

/** Searches from the end: most lookups are for recent messages. */
export const findMessage = ({ sent, pending }: ChannelMessages, id: string): Message | undefined =>
  pending.find((message) => message.id === id) ?? sent.findLast((message) => message.id === id);

/** How far a sender's clock may be ahead. With a larger error, a message that was stored twice is shown twice. */
const CLOCK_SLACK_MS = 10 * 60_000;

/** A message is stored after it is written, so the search ends at the time when the first one was written. */
function findKnown({ sent, pending }: ChannelMessages, incoming: readonly Message[]): Map<string, Message> {
  const ids = new Set(incoming.map(({ id }) => id));
  const times = incoming.map(({ timestamp, timetoken }) =>
    Math.min(timestamp, timetoken === null ? timestamp : instantOf(timetoken)),
  );
  const earliest = timetokenAt(Math.min(...times) - CLOCK_SLACK_MS);
  const known = new Map<string, Message>();
  for (const message of pending) if (ids.has(message.id)) known.set(message.id, message);
  for (let index = sent.length - 1; index >= 0 && known.size < ids.size; index--) {
    const message = sent[index]!;
    if (isLater(earliest, message.timetoken)) break;
    if (ids.has(message.id)) known.set(message.id, message);
  }
  return known;
}

const isSent = (message: Message): message is SentMessage => message.timetoken !== null;

/** A message counts as sent once it has a timetoken, and it keeps its first one. */
function mergeMessage(known: Message | undefined, incoming: Message): Message {
  if (!known) return incoming;
  // Another user's message with the same id is ignored.
  if (isSent(known) || known.publisherId !== incoming.publisherId) return known;
  if (!isSent(incoming)) return { ...known, status: incoming.status };
  // The sender knows the text even if it cannot be decrypted.
  return {
    ...(incoming.isUnreadable ? { ...known, timetoken: incoming.timetoken } : incoming),
    status: 'sent',
  };
}

function insertSent(sent: SentMessage[], added: SentMessage[]): SentMessage[] {
  if (added.length === 0) return sent;
  for (const message of added) Object.freeze(message);
  const last = sent.at(-1);
  const inOrder = [...added].sort(compare);
  const all = sent.concat(inOrder);
  if (last && compare(inOrder[0]!, last) < 0) all.sort(compare);
  Object.freeze(all);
  return all;
}
const compare = (a: SentMessage, b: SentMessage) => compareTimetokens(a.timetoken, b.timetoken);

/**
 * Merges pending messages, echoes and history by id, so that each message is listed once and in order.
 * See docs/decisions/0012-message-identity.md.
 */
export function mergeMessages(channel: ChannelMessages, incoming: readonly Message[]): ChannelMessages {
  if (incoming.length === 0) return channel;
  const known = findKnown(channel, incoming);
  const merged = new Map<string, Message>();
  const aliases: Record<string, string> = {};
  for (const message of incoming) {
    const before = merged.get(message.id) ?? known.get(message.id);
    if (before && isSent(before) && isSent(message) && before.timetoken !== message.timetoken)
      aliases[message.timetoken] = before.timetoken;
    const after = mergeMessage(before, message);
    if (after !== before) merged.set(message.id, after);
  }
  const hasAliases = Object.keys(aliases).some((timetoken) => !channel.aliases[timetoken]);
  if (merged.size === 0 && !hasAliases) return channel;
  const changed = [...merged.values()];
  const pending = [
    ...channel.pending.filter(({ id }) => !merged.has(id)),
    ...changed.filter((one) => !isSent(one)),
  ];
  return {
    ...channel,
    sent: insertSent(channel.sent, changed.filter(isSent)),
    pending: pending.sort((a, b) => a.timestamp - b.timestamp),
    aliases: hasAliases ? { ...channel.aliases, ...aliases } : channel.aliases,
  };
}

/** The pending messages of a session that the server ended. The same user can send them again. */
export function interruptedMessages({ pending }: ChannelMessages): ChannelMessages {
  const interrupt = (message: Message): Message =>
    message.status === 'sending' ? { ...message, status: 'interrupted' } : message;
  return { ...emptyChannelMessages, pending: pending.map(interrupt) };
}
