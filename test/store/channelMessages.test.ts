import fc from 'fast-check';
import {
  type ChannelMessages,
  emptyChannelMessages,
  findMessage,
  mergeMessages,
  messagesOf,
} from '#store/chat/channelMessages.ts';
import type { Message } from '#store/chat/message.ts';
import { compareTimetokens, timetokenAt } from '#store/messaging/timetoken.ts';

const sentMessage = (n: number): Message => ({
  id: `message-${n}`,
  channel: 'chat_T3_U7.U9',
  publisherId: 9,
  details: `${n}`,
  timestamp: n,
  timetoken: timetokenAt(n),
  status: 'sent',
});
const pendingMessage = (over: Partial<Message> = {}): Message => ({
  ...sentMessage(1),
  publisherId: 7,
  timetoken: null,
  status: 'sending',
  ...over,
});
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => sentMessage(from + n));
const idsOf = (channel: ChannelMessages) => messagesOf(channel).map(({ id }) => id);

it('lists each message once and in order, regardless of the order in which pending messages, echoes and history arrive', () => {
  const event = fc.record({
    n: fc.integer({ min: 1, max: 12 }),
    kind: fc.constantFrom('submitted', 'echo', 'history', 'failed'),
  });
  fc.assert(
    fc.property(fc.array(fc.array(event, { maxLength: 5 }), { maxLength: 20 }), (bursts) => {
      let channel = emptyChannelMessages;
      const sentIds = new Set<string>();
      for (const burst of bursts) {
        const incoming = burst.map(({ n, kind }) => {
          const isSent = kind === 'echo' || kind === 'history';
          if (isSent) sentIds.add(`message-${n}`);
          return pendingMessage({
            id: `message-${n}`,
            timestamp: n,
            timetoken: isSent ? timetokenAt(n) : null,
            status: isSent ? 'sent' : kind === 'failed' ? 'failed' : 'sending',
          });
        });
        channel = mergeMessages(channel, incoming);
      }
      const messages = messagesOf(channel);
      expect(new Set(idsOf(channel)).size).toBe(messages.length);
      for (const message of messages) expect(findMessage(channel, message.id)).toBe(message);
      for (const id of sentIds) expect(findMessage(channel, id)).toMatchObject({ status: 'sent' });
      const firstPending = messages.findIndex(({ timetoken }) => timetoken === null);
      const sent = firstPending < 0 ? messages : messages.slice(0, firstPending);
      expect(sent.map(({ id }) => id).sort()).toEqual([...sentIds].sort());
      for (let at = 1; at < sent.length; at++)
        expect(compareTimetokens(sent[at - 1]!.timetoken!, sent[at]!.timetoken!)).toBeLessThan(0);
    }),
  );
});

it('does not let another user change a message by its id', () => {
  const mine = mergeMessages(emptyChannelMessages, [pendingMessage({ details: 'mine' })]);
  const after = mergeMessages(mine, [
    pendingMessage({ details: 'theirs', publisherId: 9, timetoken: '17', status: 'sent' }),
  ]);
  expect(findMessage(after, 'message-1')).toMatchObject({ details: 'mine', status: 'sending' });
});

describe('a conversation of 20,000 messages', () => {
  const long = [range(15_000, 20_000), range(5_000, 15_000), range(1, 5_000)].reduce(
    mergeMessages,
    emptyChannelMessages,
  );
  const late = { ...sentMessage(0), id: 'late', timetoken: `${timetokenAt(777)}`.replace(/0$/, '5') };

  it('is in order, and finds every message', () => {
    expect(messagesOf(long).map(({ timestamp }) => timestamp)).toEqual(
      range(1, 20_000).map((one) => one.timestamp),
    );
    for (const n of [1, 4_999, 5_000, 12_345, 19_999])
      expect(findMessage(long, `message-${n}`)?.timestamp).toBe(n);
    expect(findMessage(long, 'message-20000')).toBeUndefined();
  });

  it('adds a message at the end or in between, and keeps the other messages unchanged', () => {
    const after = mergeMessages(long, [sentMessage(20_000), late]);
    const ids = idsOf(after);
    expect(ids.at(-1)).toBe('message-20000');
    expect(ids.indexOf('late')).toBe(ids.indexOf('message-777') + 1);
    const before = new Set(messagesOf(long));
    expect(messagesOf(after).filter((message) => !before.has(message))).toHaveLength(2);
  });

  it('keeps its identity when known messages arrive again', () => {
    expect(mergeMessages(long, range(9_000, 9_500))).toBe(long);
  });

  it('lists a message once even if it was stored twice, under its first timetoken', () => {
    const again = { ...late, timetoken: timetokenAt(30_000) };
    const one = mergeMessages(mergeMessages(long, [late, sentMessage(20_000)]), [again]);
    expect(messagesOf(one).filter(({ id }) => id === 'late')).toEqual([late]);
    expect(one.aliases).toEqual({ [again.timetoken]: late.timetoken });
    expect(messagesOf(mergeMessages(long, [again])).at(-1)).toEqual(again);
  });

  it('does not change when messages are merged into a copy of it', () => {
    mergeMessages(long, [late]);
    expect(findMessage(long, 'late')).toBeUndefined();
  });
});
