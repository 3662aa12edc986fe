import { compareTimetokens } from '#store/messaging/timetoken.ts';
import { type Chunk, findInChunks, insertPosts } from './chunks.ts';
import type { Post, SettledPost } from './post.ts';

export type { Post } from './post.ts';

/** The messages of one channel: settled ones by timetoken, then those on their way as they were written. */
export interface Thread {
  chunks: Chunk[];
  waiting: Post[];
  /** A message that was published twice after a retry: its later timetoken, and the one under which it is shown. */
  aliases: Record<string, string>;
  /** Where the next older page ends; null while no page has been read. */
  oldest: string | null;
  isAtStart: boolean;
  isLoading: boolean;
  hasFailed: boolean;
}
export const emptyThread: Thread = {
  chunks: [],
  waiting: [],
  aliases: {},
  oldest: null,
  isAtStart: false,
  isLoading: false,
  hasFailed: false,
};

/** All of them, oldest first. */
export const postsOf = (thread: Thread): Post[] => growingPosts()(thread);

/**
 * The same for a thread that is looked at while it grows: all but the last chunk is kept as one piece and copied as such,
 * so that an arrival costs about as much with 20,000 messages as with 500.
 */
export function growingPosts(): (thread: Thread) => Post[] {
  let kept: { chunks: readonly Chunk[]; posts: Post[] } = { chunks: [], posts: [] };
  return ({ chunks, waiting }) => {
    const full = chunks.length - 1;
    let same = 0;
    while (same < full && chunks[same] === kept.chunks[same]) same += 1;
    if (same < full || kept.chunks.length > full) {
      const posts: Post[] = [];
      for (let index = 0; index < full; index++) for (const post of chunks[index]!.posts) posts.push(post);
      kept = { chunks: chunks.slice(0, Math.max(full, 0)), posts };
    }
    return kept.posts.concat([...(chunks[full]?.posts ?? []), ...waiting]);
  };
}

/** A message that is asked for is mostly new or among the newest. */
export const findPost = ({ chunks, waiting }: Thread, id: string): Post | undefined =>
  findInChunks(chunks, id) ?? waiting.find((post) => post.id === id);

const isSettled = (post: Post): post is SettledPost => post.timetoken !== null;

/** What is known of one message from two sides. It is sent once it has a timetoken, and keeps its first one. */
function settle(known: Post | undefined, news: Post): Post {
  if (!known) return news;
  // Nobody may settle another person's message, whatever id they send.
  if (known.timetoken !== null || known.publisherId !== news.publisherId) return known;
  if (news.timetoken === null) return { ...known, status: news.status };
  // One's own words are known here, whatever comes back of them.
  return { ...(news.isUnreadable ? { ...known, timetoken: news.timetoken } : news), status: 'sent' };
}

/** The same message stored again under another timetoken. */
const isTwice = (known: Post | undefined, news: Post) =>
  known !== undefined &&
  known.publisherId === news.publisherId &&
  known.timetoken !== null &&
  news.timetoken !== null &&
  compareTimetokens(known.timetoken, news.timetoken) !== 0;

/**
 * Outbox, echo and history meet here on the message's id: whatever comes first, and however often, the message is there
 * once and in its place. Chunks that nothing falls into are taken over as they are.
 */
export function mergePosts(thread: Thread, news: readonly Post[]): Thread {
  const touched = new Map<string, Post>();
  let aliases = thread.aliases;
  for (const post of news) {
    const known = touched.get(post.id) ?? findPost(thread, post.id);
    if (isTwice(known, post)) aliases = { ...aliases, [post.timetoken!]: known!.timetoken! };
    const settled = settle(known, post);
    if (settled !== known) touched.set(post.id, settled);
  }
  if (touched.size === 0) return aliases === thread.aliases ? thread : { ...thread, aliases };
  const added = [...touched.values()];
  const waiting = [...thread.waiting.filter(({ id }) => !touched.has(id)), ...added].filter(
    ({ timetoken }) => timetoken === null,
  );
  waiting.sort((a, b) => a.timestamp - b.timestamp);
  // Frozen at once: Immer looks through whatever is not, chunk by chunk.
  const chunks = insertPosts(thread.chunks, added.filter(isSettled));
  Object.freeze(chunks);
  return { ...thread, aliases, waiting, chunks };
}

/** What has not been settled: kept when the service ends the session, to be sent again by the same person. */
export function unsettledOf({ waiting }: Thread): Thread {
  const interrupted = (post: Post): Post =>
    post.status === 'failed' ? post : { ...post, status: 'interrupted' };
  return { ...emptyThread, waiting: waiting.map(interrupted) };
}
