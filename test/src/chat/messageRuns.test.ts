import { messageRuns } from '#src/chat/messageRuns.ts';
import { firstNewOf, postRows } from '#src/chat/postRows.ts';
import {
  emptyThread,
  growingPosts,
  mergePosts,
  type Post,
  postsOf,
  type Thread,
} from '#store/chat/thread.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';

const [ME, MAX] = [7, 9];
const START = new Date('2026-03-09T16:52:10').getTime();
/** Two people take turns, a few messages each, over several days. */
const aPost = (n: number): Post => ({
  id: `message-${n}`,
  channel: 'chat_T3_U7.U9',
  publisherId: n % 5 < 2 ? ME : MAX,
  details: `${n}`,
  timestamp: START + n * 120_000,
  timetoken: timetokenAt(START + n * 120_000),
  status: 'sent',
});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => aPost(from + n));
const onItsWay = (n: number): Post => ({ ...aPost(n), publisherId: ME, timetoken: null, status: 'sending' });

const drawn = (thread: Thread, from: number, to?: number, newAfter: string | null = null) => {
  const posts = postsOf(thread);
  return messageRuns(thread, posts, { from, to: to ?? posts.length }, ME, newAfter);
};
const long = [range(500, 600), range(400, 500), range(300, 400)].reduce(mergePosts, emptyThread);

it.each([
  [0, 300],
  [17, 243],
  [239, 300],
  [5, 6],
])('the runs of %i to %i hold the same rows as the part itself', (from, to) => {
  const newAfter = timetokenAt(START + 480 * 120_000);
  const rows = drawn(long, from, to, newAfter).flatMap((run) => run.rows);
  expect(rows).toEqual(postRows(postsOf(long), from, to, ME, firstNewOf(postsOf(long), ME, newAfter)));
});

it('all but the last run are the same when a message comes', () => {
  const before = drawn(long, 200);
  const after = drawn(mergePosts(long, [aPost(600)]), 200);
  const kept = after.filter(({ id, rows }) => before.some((run) => run.id === id && run.rows === rows));
  expect(before.length).toBeGreaterThan(4);
  expect(kept.length).toBeGreaterThanOrEqual(before.length - 1);
  expect(after.at(-1)?.rows.at(-1)?.post.id).toBe('message-600');
});

it('all runs are the same when older messages come in front', () => {
  const before = drawn(long, 200);
  const after = drawn(mergePosts(long, range(200, 300)), 300);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.every(({ rows }, index) => rows === before[index]?.rows)).toBe(true);
});

it.each([0, 1, 5, 15, 16, 17, 31, 32, 33])(
  'what is on its way after %i that came live stays in its run',
  (count) => {
    const live = range(600, 600 + count).reduce((thread, post) => mergePosts(thread, [post]), long);
    const sending = mergePosts(live, [onItsWay(900)]);
    const sent = mergePosts(sending, [{ ...aPost(900), publisherId: ME }]);
    const runOf = (thread: Thread) =>
      drawn(thread, 200).find(({ rows }) => rows.some(({ post }) => post.id === 'message-900'))?.id;
    expect(runOf(sending)).toBeDefined();
    expect(runOf(sent)).toBe(runOf(sending));
  },
);

it('a conversation in which nothing has arrived yet, and one without a message, are drawn too', () => {
  expect(drawn(emptyThread, 0)).toEqual([]);
  const [run] = drawn(mergePosts(emptyThread, [onItsWay(1)]), 0);
  expect(run?.rows.map(({ post }) => post.id)).toEqual(['message-1']);
});

it('a list that grows is the same as one that is made anew', () => {
  const growing = growingPosts();
  let thread = emptyThread;
  for (const news of [range(100, 200), range(200, 203), range(0, 100), [onItsWay(300)], [aPost(150.5)]]) {
    thread = mergePosts(thread, news);
    expect(growing(thread)).toEqual(postsOf(thread));
  }
  expect(growing(long)).toEqual(postsOf(long));
});
