import { messageRows } from '#src/chat/messages/messageRows.ts';
import { formatsFor } from '#src/ui/text/formats.ts';
import type { Message } from '#store/chat/message.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';

const at = (time: string) => new Date(`2026-03-09T${time}Z`).getTime();
const { dayOf } = formatsFor('en-US', 'UTC', '2026-03-11');
const aMessage = (id: string, publisherId: number, timestamp: number): Message => ({
  id,
  channel: 'chat_T3_U7.U9',
  publisherId,
  details: id,
  timestamp,
  timetoken: timetokenAt(timestamp),
  status: 'sent',
});
const [ME, MAX] = [7, 9];
const messages = [
  aMessage('a', MAX, at('16:52:10')),
  aMessage('b', ME, at('17:00:00')),
  aMessage('c', ME, at('17:03:41')),
  aMessage('d', ME, at('17:20:00')),
  aMessage('e', MAX, at('17:21:00') + 24 * 60 * 60_000),
  aMessage('f', MAX, at('17:22:00') + 24 * 60 * 60_000),
];
const summary = (rows: ReturnType<typeof messageRows>) =>
  rows.map(({ message, startsDay, isContinued, isLast, isFirstUnread }) =>
    [message.id, startsDay && 'day', isContinued && 'continued', isLast && 'time', isFirstUnread && 'new']
      .filter(Boolean)
      .join(' '),
  );

it('combines one sender’s messages within 5 minutes, with the time below the last, and a line for each day', () => {
  expect(summary(messageRows(messages, 0, messages.length, ME, null, dayOf))).toEqual([
    'a day time',
    'b',
    'c continued time',
    'd time',
    'e day',
    'f continued time',
  ]);
});

it("shows the 'New' line above the first unread message, which starts a new block", () => {
  expect(summary(messageRows(messages, 0, messages.length, ME, 5, dayOf)).slice(4)).toEqual([
    'e day time',
    'f time new',
  ]);
});

it('returns the same rows for a part of the list as for the whole list', () => {
  const whole = messageRows(messages, 0, messages.length, ME, null, dayOf);
  expect(messageRows(messages, 2, 6, ME, null, dayOf)).toEqual(whole.slice(2, 6));
});

it('starts a day at midnight in the time zone', () => {
  const late = [aMessage('a', MAX, at('22:58:00')), aMessage('b', MAX, at('23:01:00'))];
  const inBerlin = formatsFor('en-US', 'Europe/Berlin', '2026-03-11');
  expect(messageRows(late, 0, 2, ME, null, dayOf).map(({ startsDay }) => startsDay)).toEqual([true, false]);
  expect(messageRows(late, 0, 2, ME, null, inBerlin.dayOf).map(({ startsDay }) => startsDay)).toEqual([
    true,
    true,
  ]);
});
