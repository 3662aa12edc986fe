import { renderHook } from '@testing-library/react';
import { useMissedCount } from '#src/chat/reading-position/useMissedCount.ts';
import type { Message } from '#store/chat/message.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';

const [ME, MAX] = [7, 9];
const aMessage = (n: number, publisherId = MAX): Message => ({
  id: `message-${n}`,
  channel: 'chat_T3_U7.U9',
  publisherId,
  details: `${n}`,
  timestamp: n,
  timetoken: timetokenAt(n),
  status: 'sent',
});
const pending = (n: number): Message => ({ ...aMessage(n, ME), timetoken: null, status: 'sending' });

it('counts the peer’s messages in whatever order they arrive', () => {
  const opened = [aMessage(10), aMessage(20)];
  const { result, rerender } = renderHook(({ messages, isAtEnd }) => useMissedCount(messages, ME, isAtEnd), {
    initialProps: { messages: opened, isAtEnd: true },
  });
  const countWith = (messages: Message[], isAtEnd = true) => {
    rerender({ messages, isAtEnd });
    return [result.current.sinceOpened, result.current.sinceLeft];
  };
  expect(countWith(opened)).toEqual([0, 0]);
  const oneMore = [...opened, aMessage(30)];
  expect(countWith(oneMore)).toEqual([1, 0]);
  expect(countWith([...oneMore, pending(40)])).toEqual([1, 0]);
  const answered = [...oneMore, aMessage(35), pending(40)];
  expect(countWith(answered)).toEqual([2, 0]);
  const sent = [...oneMore, aMessage(35), aMessage(40, ME), aMessage(50)];
  expect(countWith(sent)).toEqual([3, 0]);
  // The messages are loaded from history after a lost connection, and from an older page that does not count.
  const caughtUp = [...oneMore, aMessage(32), aMessage(35), aMessage(40, ME), aMessage(50)];
  expect(countWith(caughtUp)).toEqual([4, 0]);
  const older = [aMessage(1), aMessage(2), ...caughtUp];
  expect(countWith(older)).toEqual([4, 0]);
  expect(countWith(older, false)).toEqual([4, 0]);
  const scrolledUp = [...older, aMessage(60), aMessage(70, ME)];
  expect(countWith(scrolledUp, false)).toEqual([5, 1]);
  expect(countWith([...scrolledUp, aMessage(80)], false)).toEqual([6, 2]);
  expect(countWith([...scrolledUp, aMessage(80)], true)).toEqual([6, 0]);
});
