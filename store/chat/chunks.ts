import { compareTimetokens } from '#store/messaging/timetoken.ts';
import type { SettledPost } from './post.ts';

/**
 * An arrival copies the chunk that it falls into, whatever the length of the conversation: the one at the end stays small,
 * while those that are read from history are larger, so that there are fewer of them.
 */
const GROWING_SIZE = 32;
const READ_SIZE = 128;

/** A run of settled messages in order. Never changed, only replaced. */
export interface Chunk {
  posts: SettledPost[];
}

const compare = (a: SettledPost, b: SettledPost) => compareTimetokens(a.timetoken, b.timetoken);

/**
 * Beside the state, which is plain data: when the messages were sent that a list of chunks, or one it grew from, has held.
 * What is not in it is new, which is found out at every message; what is in it stands at that time, if it is there at all.
 */
const sentAt = new WeakMap<readonly Chunk[], Map<string, string>>();
function sentAtIn(chunks: readonly Chunk[]): Map<string, string> {
  const known = sentAt.get(chunks);
  if (known) return known;
  const times = new Map<string, string>();
  for (const { posts } of chunks) for (const { id, timetoken } of posts) times.set(id, timetoken);
  sentAt.set(chunks, times);
  return times;
}

/** The last chunk is looked through first: what is asked for is new or among the newest. */
export function findInChunks(chunks: readonly Chunk[], id: string): SettledPost | undefined {
  const isIt = (post: SettledPost) => post.id === id;
  const found = chunks.at(-1)?.posts.find(isIt);
  if (found) return found;
  const timetoken = sentAtIn(chunks).get(id);
  if (timetoken === undefined) return undefined;
  const chunk = chunks.findLast(({ posts }) => compareTimetokens(posts[0]!.timetoken, timetoken) <= 0);
  return chunk?.posts.find(isIt) ?? chunks.flatMap(({ posts }) => posts).find(isIt);
}

/** Immer looks through everything that is not frozen, at every message. */
function chunkOf(posts: SettledPost[]): Chunk {
  for (const post of posts) Object.freeze(post);
  return Object.freeze({ posts: Object.freeze(posts) as SettledPost[] });
}

function chunksOf(posts: readonly SettledPost[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = 0; from < posts.length; from += READ_SIZE) {
    chunks.push(chunkOf(posts.slice(from, from + READ_SIZE)));
  }
  return chunks;
}

/** A chunk that has no room is followed by a new one. */
export const hasRoom = ({ posts }: Chunk, count: number) => posts.length + count <= GROWING_SIZE;

/** Most come one at a time and are the newest: the last chunk grows by them or a new one begins, and nothing is sorted. */
function appendPosts(chunks: Chunk[], inOrder: readonly SettledPost[]): Chunk[] | null {
  const last = chunks.at(-1);
  if (!last || compare(inOrder[0]!, last.posts.at(-1)!) < 0) return null;
  if (!hasRoom(last, inOrder.length)) return [...chunks, ...chunksOf(inOrder)];
  return [...chunks.slice(0, -1), chunkOf([...last.posts, ...inOrder])];
}

/** The chunks with what is new among them. */
export function insertPosts(chunks: Chunk[], added: readonly SettledPost[]): Chunk[] {
  if (added.length === 0) return chunks;
  const inOrder = [...added].sort(compare);
  const result = appendPosts(chunks, inOrder) ?? insertBetween(chunks, inOrder);
  if (chunks.length > 0) {
    const times = sentAtIn(chunks);
    for (const { id, timetoken } of inOrder) times.set(id, timetoken);
    sentAt.set(result, times);
  }
  return result;
}

/** Each goes into the last chunk that begins before it; those from before all chunks go in front. */
function insertBetween(chunks: readonly Chunk[], inOrder: readonly SettledPost[]): Chunk[] {
  const result = [...chunks];
  let until = inOrder.length;
  for (let index = chunks.length - 1; index >= 0 && until > 0; index--) {
    const { posts } = chunks[index]!;
    let from = until;
    while (from > 0 && compare(inOrder[from - 1]!, posts[0]!) >= 0) from--;
    if (from === until) continue;
    const merged = [...posts, ...inOrder.slice(from, until)].sort(compare);
    result.splice(index, 1, ...chunksOf(merged));
    until = from;
  }
  result.unshift(...chunksOf(inOrder.slice(0, until)));
  return result;
}
