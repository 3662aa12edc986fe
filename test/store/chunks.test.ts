import type { Post } from '#store/chat/post.ts';
import { emptyThread, findPost, mergePosts, postsOf } from '#store/chat/thread.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';

const aPost = (n: number): Post => ({
  id: `message-${n}`,
  channel: 'chat_T3_U7.U9',
  publisherId: 9,
  details: `${n}`,
  timestamp: n,
  timetoken: timetokenAt(n),
  status: 'sent',
});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => aPost(from + n));
const long = [range(15_000, 20_000), range(5_000, 15_000), range(1, 5_000)].reduce(mergePosts, emptyThread);

describe('a conversation of 20,000', () => {
  it('is in order, and every message is found', () => {
    expect(postsOf(long).map(({ timestamp }) => timestamp)).toEqual(
      range(1, 20_000).map((one) => one.timestamp),
    );
    for (const n of [1, 4_999, 5_000, 12_345, 19_999])
      expect(findPost(long, `message-${n}`)?.timestamp).toBe(n);
    expect(findPost(long, 'message-20000')).toBeUndefined();
  });

  it('takes over all but one of its chunks when a message comes, at the end or in between', () => {
    const chunks = new Set(long.chunks);
    const after = mergePosts(long, [aPost(20_000)]);
    expect(after.chunks.filter((chunk) => !chunks.has(chunk)).length).toBeLessThanOrEqual(2);
    const between = mergePosts(long, [
      { ...aPost(0), id: 'in-between', timetoken: `${timetokenAt(777)}`.replace(/0$/, '5') },
    ]);
    expect(between.chunks.filter((chunk) => !chunks.has(chunk)).length).toBeLessThanOrEqual(2);
    const ids = postsOf(between).map(({ id }) => id);
    expect(ids.indexOf('in-between')).toBe(ids.indexOf('message-777') + 1);
  });

  it('that is told again what it knows is the same', () => {
    expect(mergePosts(long, range(9_000, 9_500))).toBe(long);
  });

  it('knows only what is in it, whatever others that grew from it have received', () => {
    const late = { ...aPost(0), id: 'late', timetoken: `${timetokenAt(777)}`.replace(/0$/, '5') };
    const one = mergePosts(long, [late, aPost(20_000)]);
    const other = mergePosts(long, [aPost(20_001)]);
    expect([one, other, long].map((thread) => findPost(thread, 'late')?.id)).toEqual([
      'late',
      undefined,
      undefined,
    ]);
    expect(findPost(other, 'message-20000')).toBeUndefined();
    expect(postsOf(mergePosts(other, [late])).filter(({ id }) => id === 'late')).toHaveLength(1);
    const again = { ...late, timetoken: timetokenAt(30_000) };
    expect(postsOf(mergePosts(one, [again])).filter(({ id }) => id === 'late')).toEqual([late]);
    expect(postsOf(mergePosts(long, [again])).at(-1)).toEqual(again);
  });
});
