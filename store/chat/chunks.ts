import { compareTimetokens } from '#store/messaging/timetoken.ts';
import type { SettledPost } from './post.ts';

/** So many messages stand in one chunk: an arrival copies one chunk, whatever the length of the conversation. */
const CHUNK_SIZE = 64;

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
  for (let from = 0; from < posts.length; from += CHUNK_SIZE) {
    const part = posts.slice(from, from + CHUNK_SIZE);
    const byId: Record<string, SettledPost> = {};
    for (const post of part) byId[post.id] = Object.freeze(post);
    chunks.push(frozen({ posts: part, byId }));
  }
  return chunks;
}

/** Each new message goes into the last chunk that begins before it; those from before all chunks go in front. */
export function insertPosts(chunks: Chunk[], added: readonly SettledPost[]): Chunk[] {
  if (added.length === 0) return chunks;
  const result = [...chunks];
  const inOrder = [...added].sort(compare);
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
