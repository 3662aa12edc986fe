import { createMessageGrouper, type MessageGroup } from '#src/chat/messages/messageGroups.ts';
import { messageRows } from '#src/chat/messages/messageRows.ts';
import { formatsFor } from '#src/ui/text/formats.ts';
import type { Message } from '#store/chat/message.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';

const [ME, MAX] = [7, 9];
const START = new Date('2026-03-09T16:52:10').getTime();
/** 2 people take turns, a few messages each, over several days. */
const aMessage = (n: number): Message => ({
  id: `message-${n}`,
  channel: 'chat_T3_U7.U9',
  publisherId: n % 5 < 2 ? ME : MAX,
  details: `${n}`,
  timestamp: START + n * 120_000,
  timetoken: timetokenAt(START + n * 120_000),
  status: 'sent',
});
/** The same objects in each test, as in the store, where messages are immutable. */
const all = Array.from({ length: 1_000 }, (_, n) => aMessage(n));
const range = (from: number, to: number) => all.slice(from, to);
const pending = (n: number): Message => ({
  ...aMessage(n),
  publisherId: ME,
  timetoken: null,
  status: 'sending',
});
const sent = { ...aMessage(900), publisherId: ME };

const { dayOf } = formatsFor('en-US', 'UTC', '2026-03-11');

function start() {
  const messageGroups = createMessageGrouper();
  return (messages: Message[], from = 0, to = messages.length, firstUnread: number | null = null) =>
    messageGroups(messages, { from, to }, ME, firstUnread, dayOf);
}
const groupOf = (groups: MessageGroup[], id: string) =>
  groups.find(({ rows }) => rows.some(({ message }) => message.id === id))?.id;
const countSame = (before: MessageGroup[], after: MessageGroup[]) =>
  after.filter((group) => before.includes(group)).length;

it.each([
  [0, 300],
  [17, 243],
  [239, 300],
  [5, 6],
])('the groups of messages %i to %i contain the same rows as one list', (from, to) => {
  const rows = start()(range(300, 600), from, to, 180).flatMap((group) => group.rows);
  expect(rows).toEqual(messageRows(range(300, 600), from, to, ME, 180, dayOf));
});

it('only the last group changes when a message arrives', () => {
  const group = start();
  const before = group(range(300, 600), 200);
  const after = group(range(300, 601), 200);
  expect(before.length).toBeGreaterThan(4);
  expect(countSame(before, after)).toBeGreaterThanOrEqual(before.length - 1);
  expect(after.at(-1)?.rows.at(-1)?.message.id).toBe('message-600');
});

it('a group has at most 16 messages if they arrive one by one', () => {
  const group = start();
  for (let to = 560; to <= 639; to++) {
    const groups = group(range(500, to), 0);
    expect(Math.max(...groups.map(({ rows }) => rows.length))).toBeLessThanOrEqual(16);
    expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
  }
});

it('no group changes when an older page is added', () => {
  const group = start();
  const before = group(range(300, 600), 200);
  const after = group(range(200, 600), 300);
  expect(after).toEqual(before);
  expect(countSame(before, after)).toBe(before.length);
});

it('the groups in view stay the same when the user scrolls up', () => {
  const group = start();
  const before = group(range(300, 600), 200);
  const after = group(range(300, 600), 160);
  expect(countSame(before, after)).toBeGreaterThanOrEqual(before.length - 1);
  expect(after.flatMap(({ rows }) => rows)).toHaveLength(140);
});

it.each([0, 1, 5, 15, 16, 17, 31, 32, 33])(
  'a pending message stays in its group when it is sent, after %i incoming messages',
  (count) => {
    const group = start();
    const messages = range(300, 600 + count);
    group(messages, 200);
    const before = groupOf(group([...messages, pending(900)], 200), 'message-900');
    const after = groupOf(group([...messages, sent], 200), 'message-900');
    expect(before).toBeDefined();
    expect(after).toBe(before);
  },
);

it('group ids stay unique if messages arrive before a pending message', () => {
  const group = start();
  for (let to = 600; to <= 660; to++) {
    const groups = group([...range(500, to), pending(900)]);
    expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
    expect(groups.flatMap(({ rows }) => rows)).toHaveLength(to - 500 + 1);
  }
});

it('an empty list has no groups, and a single pending message has one', () => {
  expect(start()([])).toEqual([]);
  expect(start()([pending(1)]).map(({ rows }) => rows.map(({ message }) => message.id))).toEqual([
    ['message-1'],
  ]);
});
