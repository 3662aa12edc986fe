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
}

const compare = (a: SettledPost, b: SettledPost) => compareTimetokens(a.timetoken, b.timetoken);

/** Beside the state, which is plain data: a map finds what just came off the wire many times faster than an object does. */
const indexes = new WeakMap<Chunk, ReadonlyMap<string, SettledPost>>();
function indexOf(chunk: Chunk): ReadonlyMap<string, SettledPost> {
  const known = indexes.get(chunk);
  if (known) return known;
  const index = new Map(chunk.posts.map((post) => [post.id, post]));
  indexes.set(chunk, index);
  return index;
}

/** The last chunk is another one at every message: it is looked through, the others have an index. */
export function findInChunks(chunks: readonly Chunk[], id: string): SettledPost | undefined {
  const last = chunks.length - 1;
  const found = chunks[last]?.posts.find((post) => post.id === id);
  for (let index = last - 1; !found && index >= 0; index--) {
    const older = indexOf(chunks[index]!).get(id);
    if (older) return older;
  }
  return found;
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
