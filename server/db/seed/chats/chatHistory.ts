import { chatChannel } from '#contract/messaging/channels.ts';
import { encodeMessageAction } from '#contract/messaging/messageActions.ts';
import type { ImportedHistory } from '#server/messaging/index.ts';
import type { Conversation, ConversationMessage, RelativeTime } from './demoChats.ts';

/** A participant of a chat. */
export interface ChatPerson {
  userId: number;
  uuid: string;
  firstName: string;
  lastName: string;
}

const MINUTE_MS = 60_000;
const TICKS_PER_MS = 10_000n;
export const timetokenAt = (at: Date) => `${BigInt(at.getTime()) * TICKS_PER_MS}`;

/** `35m` and `3h` count back from now. `2d 09:14` is a time of day (UTC) on a past day. */
function resolveTime(when: RelativeTime, now: Date): Date {
  const [offset = '', timeOfDay] = when.split(' ');
  const count = Number.parseInt(offset, 10);
  if (offset.endsWith('m')) return new Date(now.getTime() - count * MINUTE_MS);
  if (offset.endsWith('h')) return new Date(now.getTime() - count * 60 * MINUTE_MS);
  const at = new Date(now);
  at.setUTCDate(at.getUTCDate() - count);
  const [hours = 12, minutes = 0] = (timeOfDay ?? '12:00').split(':').map(Number);
  at.setUTCHours(hours, minutes, 0, 0);
  return at;
}

/** One conversation in the format of the messaging service: messages, message actions and read positions. */
export function chatHistory(
  { between, messages, unread }: Conversation,
  { tenantId, now, people }: { tenantId: number; now: Date; people: ReadonlyMap<string, ChatPerson> },
): ImportedHistory {
  const personOf = (mailbox: string) => {
    const person = people.get(mailbox);
    if (!person) throw new Error(`Unknown mailbox in the demo chats: ${mailbox}`);
    return person;
  };
  const channel = chatChannel(tenantId, personOf(between[0]).userId, personOf(between[1]).userId);
  const sent = messages.map((message, index) => ({ message, index, at: resolveTime(message.when, now) }));
  const positionOf = (mailbox: string) => {
    const read = unread?.by === mailbox ? sent.at(-1 - unread.count) : sent.at(-1);
    return timetokenAt(read?.at ?? now);
  };
  return {
    messages: sent.map(({ message: { from, text, before }, index, at }) => ({
      channel,
      timetoken: timetokenAt(at),
      publisher: personOf(from).uuid,
      payload: {
        user: {
          id: personOf(from).userId,
          firstName: personOf(from).firstName,
          lastName: personOf(from).lastName,
        },
        details: before ?? text,
        timestamp: at.getTime(),
      },
      meta: { id: `demo-chat-${channel.replaceAll(/\W/g, '-')}-${index}` },
    })),
    actions: sent.flatMap(({ message, index, at }) =>
      messageActionsOf(message, `demo-${index}`, at, personOf, channel),
    ),
    memberships: between.map((mailbox) => ({
      channel,
      uuid: personOf(mailbox).uuid,
      custom: { timetoken: positionOf(mailbox) },
    })),
  };
}

function messageActionsOf(
  { from, text, liked, before }: ConversationMessage,
  id: string,
  at: Date,
  personOf: (mailbox: string) => ChatPerson,
  channel: string,
): ImportedHistory['actions'] {
  const action = (by: string, after: number, change: Parameters<typeof encodeMessageAction>[0]) => ({
    channel,
    messageTimetoken: timetokenAt(at),
    actionTimetoken: timetokenAt(new Date(at.getTime() + after)),
    publisher: personOf(by).uuid,
    ...encodeMessageAction(change, `${id}-${change.kind}`),
  });
  return [
    ...(before === undefined ? [] : [action(from, 20_000, { kind: 'edit', details: text })]),
    ...(liked ? [action(liked.by, 45_000, { kind: 'reaction', emoji: liked.emoji, isOn: true })] : []),
  ];
}
