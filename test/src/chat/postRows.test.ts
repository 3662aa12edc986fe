import { firstNewOf, postRows } from '#src/chat/postRows.ts';
import type { Post } from '#store/chat/thread.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';

const at = (time: string) => new Date(`2026-03-09T${time}`).getTime();
const aPost = (id: string, publisherId: number, timestamp: number): Post => ({
  id,
  channel: 'chat_T3_U7.U9',
  publisherId,
  details: id,
  timestamp,
  timetoken: timetokenAt(timestamp),
  status: 'sent',
});
const [ME, MAX] = [7, 9];
const posts = [
  aPost('a', MAX, at('16:52:10')),
  aPost('b', ME, at('17:00:00')),
  aPost('c', ME, at('17:03:41')),
  aPost('d', ME, at('17:20:00')),
  aPost('e', MAX, at('17:21:00') + 24 * 60 * 60_000),
  aPost('f', MAX, at('17:22:00') + 24 * 60 * 60_000),
];
const brief = (rows: ReturnType<typeof postRows>) =>
  rows.map(({ post, day, isContinued, isLast, isFirstNew }) =>
    [post.id, day, isContinued && 'on', isLast && 'time', isFirstNew && 'new'].filter(Boolean).join(' '),
  );

it('groups what one person wrote within five minutes, with the time under the last and a line for each day', () => {
  expect(brief(postRows(posts, 0, posts.length, ME, null))).toEqual([
    'a Mar 9 time',
    'b',
    'c on time',
    'd time',
    'e Mar 10',
    'f on time',
  ]);
});

it("draws the line 'New' once, above the first message of the other one after the read position", () => {
  const rows = brief(
    postRows(posts, 0, posts.length, ME, firstNewOf(posts, ME, timetokenAt(at('17:01:00')))),
  );
  expect(rows.filter((row) => row.endsWith('new'))).toEqual(['e Mar 10 new']);
});

it("does not draw the line 'New' again after one has answered", () => {
  const rows = brief(
    postRows(posts, 0, posts.length, ME, firstNewOf(posts, ME, timetokenAt(at('16:00:00')))),
  );
  expect(rows.filter((row) => row.endsWith('new'))).toEqual(['a Mar 9 time new']);
});

it('gives a part of the list the same rows as the whole', () => {
  const whole = postRows(posts, 0, posts.length, ME, null);
  expect(postRows(posts, 2, 6, ME, null)).toEqual(whole.slice(2, 6));
});
