import { compareTimetokens } from '#store/messaging/timetoken.ts';
import type { SettledPost } from './post.ts';

/**
 * An arrival copies the chunk that it falls into, whatever the length of the conversation: the one at the end stays small,
 * while those that are read from history are larger, so that fewer are looked through for a message that may be known.
 */
const GROWING_SIZE = 32;
const READ_SIZE = 128;

/** A run of settled messages in order. Never changed, only replaced. */
export interface Chunk {
  posts: SettledPost[];
  /** The same by id; null in one that may still grow: to look through it costs less than to copy that at every message. */
  byId: Record<string, SettledPost> | null;
}

const compare = (a: SettledPost, b: SettledPost) => compareTimetokens(a.timetoken, b.timetoken);

export const findIn = ({ posts, byId }: Chunk, id: string): SettledPost | undefined =>
  byId ? byId[id] : posts.find((post) => post.id === id);

/** Immer looks through everything that is not frozen, at every message. */
function chunkOf(posts: SettledPost[]): Chunk {
  for (const post of posts) Object.freeze(post);
  const isGrown = posts.length > GROWING_SIZE;
  const byId = isGrown ? Object.freeze(Object.fromEntries(posts.map((post) => [post.id, post]))) : null;
  return Object.freeze({ posts: Object.freeze(posts) as SettledPost[], byId });
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

/** Each new message goes into the last chunk that begins before it; those from before all chunks go in front. */
export function insertPosts(chunks: Chunk[], added: readonly SettledPost[]): Chunk[] {
  if (added.length === 0) return chunks;
  const inOrder = [...added].sort(compare);
  const grown = appendPosts(chunks, inOrder);
  if (grown) return grown;
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
