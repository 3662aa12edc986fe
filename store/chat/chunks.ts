import { compareTimetokens } from '#store/messaging/timetoken.ts';
import type { SettledPost } from './post.ts';

/**
 * An arrival copies the chunk that it falls into, whatever the length of the conversation: the one at the end stays small,
 * while those that are read from history are larger, so that fewer are looked through for a message that may be known.
 */
const GROWING_SIZE = 32;
const READ_SIZE = 128;

/** A run of settled messages in order, and the same by id. Never changed, only replaced. */
export interface Chunk {
  posts: SettledPost[];
  byId: Record<string, SettledPost>;
}

const compare = (a: SettledPost, b: SettledPost) => compareTimetokens(a.timetoken, b.timetoken);

/** Immer looks through everything that is not frozen, at every message. */
function frozen(chunk: Chunk): Chunk {
  Object.freeze(chunk.posts);
  Object.freeze(chunk.byId);
  return Object.freeze(chunk);
}

function chunksOf(posts: readonly SettledPost[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = 0; from < posts.length; from += READ_SIZE) {
    const part = posts.slice(from, from + READ_SIZE);
    const byId: Record<string, SettledPost> = {};
    for (const post of part) byId[post.id] = Object.freeze(post);
    chunks.push(frozen({ posts: part, byId }));
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
  const byId = { ...last.byId };
  for (const post of inOrder) byId[post.id] = Object.freeze(post);
  return [...chunks.slice(0, -1), frozen({ posts: [...last.posts, ...inOrder], byId })];
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
