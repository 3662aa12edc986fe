import { compareTimetokens } from '#store/messaging/timetoken.ts';

/** A message in a conversation: on its way, settled with its timetoken, refused, or held up by the end of a session. */
export interface Post {
  id: string;
  channel: string;
  /** Who wrote it by the publisher's uuid, whatever the message says of itself (ruling 15). */
  publisherId: number;
  details: string;
  timestamp: number;
  timetoken: string | null;
  status: 'sending' | 'sent' | 'failed' | 'interrupted';
}

/** The messages of one channel, settled ones first by timetoken, then those on their way as they were written. */
export interface Thread {
  ids: string[];
  posts: Record<string, Post>;
  /** Where the next older page ends; null while no page has been read. */
  oldest: string | null;
  isAtStart: boolean;
  isLoading: boolean;
  hasFailed: boolean;
}
export const emptyThread: Thread = {
  ids: [],
  posts: {},
  oldest: null,
  isAtStart: false,
  isLoading: false,
  hasFailed: false,
};

const comparePosts = (a: Post, b: Post) => {
  if (a.timetoken !== null && b.timetoken !== null) return compareTimetokens(a.timetoken, b.timetoken);
  if (a.timetoken === null && b.timetoken === null) return a.timestamp - b.timestamp;
  return a.timetoken === null ? 1 : -1;
};

/** What is known of one message from two sides. It is sent once it has a timetoken, and keeps its first one. */
function settle(known: Post | undefined, news: Post): Post {
  if (!known) return news;
  // Nobody may settle another person's message, whatever id they send.
  if (known.timetoken !== null || known.publisherId !== news.publisherId) return known;
  return news.timetoken === null ? { ...known, status: news.status } : { ...news, status: 'sent' };
}

/**
 * Outbox, echo and history meet here on the message's id: whatever comes first, and however often, the message is there
 * once and in its place.
 */
export function mergePosts(thread: Thread, news: readonly Post[]): Thread {
  const posts = { ...thread.posts };
  const touched = new Set<string>();
  for (const post of news) {
    const settled = settle(posts[post.id], post);
    if (settled === posts[post.id]) continue;
    posts[post.id] = settled;
    touched.add(post.id);
  }
  if (touched.size === 0) return thread;
  const kept = thread.ids.filter((id) => !touched.has(id));
  const added = [...touched].sort((a, b) => comparePosts(posts[a]!, posts[b]!));
  return { ...thread, posts, ids: mergeSorted(kept, added, posts) };
}

/** Both lists are in order. New messages mostly belong at one end, so that most of the list is taken over whole. */
function mergeSorted(kept: string[], added: string[], posts: Record<string, Post>): string[] {
  const result: string[] = [];
  let from = 0;
  for (const id of added) {
    let [low, high] = [from, kept.length];
    // The usual case first: after everything.
    if (high > low && comparePosts(posts[kept[high - 1]!]!, posts[id]!) <= 0) low = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePosts(posts[kept[middle]!]!, posts[id]!) <= 0) low = middle + 1;
      else high = middle;
    }
    for (; from < low; from++) result.push(kept[from]!);
    result.push(id);
  }
  for (; from < kept.length; from++) result.push(kept[from]!);
  return result;
}

/** What has not been settled: kept when the service ends the session, to be sent again by the same person. */
export function unsettledOf(thread: Thread): Thread {
  const ids = thread.ids.filter((id) => thread.posts[id]?.timetoken === null);
  const interrupted = (post: Post): Post =>
    post.status === 'failed' ? post : { ...post, status: 'interrupted' };
  const posts = Object.fromEntries(ids.map((id) => [id, interrupted(thread.posts[id]!)]));
  return { ...emptyThread, ids, posts };
}
