import { hasRoom } from '#store/chat/chunks.ts';
import type { Post } from '#store/chat/post.ts';
import type { Thread } from '#store/chat/thread.ts';
import { firstNewOf, type PostRow, postRows } from './postRows.ts';

/** So many messages are drawn as one piece: when one comes, only the last piece is looked through. */
const RUN_SIZE = 16;

/** Rows that stand together; the same array for as long as none of them changes. */
export interface MessageRun {
  /** By its first message, whether or not that one is in the document. */
  id: string;
  rows: readonly PostRow[];
}

/**
 * Where runs begin, the last ones first. They lie within the thread's chunks, so that neither an arrival nor an older page
 * moves them. What is on its way stands where it will stand when it has arrived, so that its row stays.
 */
function startsOf({ chunks, waiting }: Thread, total: number, from: number): number[] {
  const starts: number[] = [];
  let end = total - waiting.length;
  const last = chunks.at(-1);
  if (last && waiting.length > 0 && (!hasRoom(last, 1) || last.posts.length % RUN_SIZE === 0))
    starts.push(end);
  for (let index = chunks.length - 1; index >= 0 && end > from; index--) {
    const begin = end - chunks[index]!.posts.length;
    for (let start = end - 1 - ((end - 1 - begin) % RUN_SIZE); start >= begin; start -= RUN_SIZE)
      starts.push(start);
    end = begin;
  }
  return starts.length > 0 ? starts : [0];
}

interface Known {
  rows: readonly PostRow[];
  before: Post | undefined;
  after: Post | undefined;
  ownId: number;
  firstNew: Post | undefined;
}
/** By the first message of a run that is in the document. What stands around a run tells how its edges are drawn. */
const known = new WeakMap<Post, Known>();

/** The messages of the open conversation that are in the document, `posts[from, to)`, in runs. */
export function messageRuns(
  thread: Thread,
  posts: readonly Post[],
  { from, to }: { from: number; to: number },
  ownId: number,
  newAfter: string | null,
): MessageRun[] {
  const firstNew = firstNewOf(posts, ownId, newAfter);
  const runs: MessageRun[] = [];
  let end = to;
  for (const start of startsOf(thread, posts.length, from)) {
    if (start >= end) continue;
    const begin = Math.max(start, from);
    if (begin < end) runs.push({ id: posts[start]!.id, rows: runRows(begin, end) });
    end = begin;
  }
  return runs.reverse();

  function runRows(begin: number, until: number): readonly PostRow[] {
    const first = posts[begin]!;
    const around = {
      before: posts[begin - 1],
      after: until < to ? posts[until] : undefined,
      firstNew: posts[firstNew ?? -1],
      ownId,
    };
    const before = known.get(first);
    if (before && isSame(before, around, posts, begin, until)) return before.rows;
    // One more than is wanted: whether the last one ends its group is for the next one to say.
    const rows = postRows(posts, begin, Math.min(until + 1, to), ownId, firstNew).slice(0, until - begin);
    known.set(first, { ...around, rows });
    return rows;
  }
}

const isSame = (
  { rows, ...before }: Known,
  around: Omit<Known, 'rows'>,
  posts: readonly Post[],
  begin: number,
  until: number,
) =>
  before.before === around.before &&
  before.after === around.after &&
  before.firstNew === around.firstNew &&
  before.ownId === around.ownId &&
  rows.length === until - begin &&
  rows.every(({ post }, index) => post === posts[begin + index]);
