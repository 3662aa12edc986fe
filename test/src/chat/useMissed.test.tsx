import { renderHook } from '@testing-library/react';
import { useMissed } from '#src/chat/useMissed.ts';
import type { Post } from '#store/chat/post.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';

const [ME, MAX] = [7, 9];
const aPost = (n: number, publisherId = MAX): Post => ({
  id: `message-${n}`,
  channel: 'chat_T3_U7.U9',
  publisherId,
  details: `${n}`,
  timestamp: n,
  timetoken: timetokenAt(n),
  status: 'sent',
});
const onItsWay = (n: number): Post => ({ ...aPost(n, ME), timetoken: null, status: 'sending' });

it('counts what came of the other person, wherever among the others it came', () => {
  const opened = [aPost(10), aPost(20)];
  const { result, rerender } = renderHook(({ posts, isAtEnd }) => useMissed(posts, ME, isAtEnd), {
    initialProps: { posts: opened, isAtEnd: true },
  });
  const seen = (posts: Post[], isAtEnd = true) => {
    rerender({ posts, isAtEnd });
    return [result.current.sinceOpened, result.current.sinceLeft];
  };
  expect(seen(opened)).toEqual([0, 0]);
  const live = [...opened, aPost(30)];
  expect(seen(live)).toEqual([1, 0]);
  expect(seen([...live, onItsWay(40)])).toEqual([1, 0]);
  const answered = [...live, aPost(35), onItsWay(40)];
  expect(seen(answered)).toEqual([2, 0]);
  const arrived = [...live, aPost(35), aPost(40, ME), aPost(50)];
  expect(seen(arrived)).toEqual([3, 0]);
  // Read from history after a loss, between those that are here; and older ones, which were there before.
  const caughtUp = [...live, aPost(32), aPost(35), aPost(40, ME), aPost(50)];
  expect(seen(caughtUp)).toEqual([4, 0]);
  const older = [aPost(1), aPost(2), ...caughtUp];
  expect(seen(older)).toEqual([4, 0]);
  expect(seen(older, false)).toEqual([4, 0]);
  const away = [...older, aPost(60), aPost(70, ME)];
  expect(seen(away, false)).toEqual([5, 1]);
  expect(seen([...away, aPost(80)], false)).toEqual([6, 2]);
  expect(seen([...away, aPost(80)], true)).toEqual([6, 0]);
});
