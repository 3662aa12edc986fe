import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Post } from '#store/chat/post.ts';

/**
 * Rows that are put in front or behind at a time, and the most that are in the document at once. Each costs a little at
 * every message that comes; these are three screenfuls of the shortest.
 */
export const CHUNK = 40;
const MAX_ROWS = 240;
/** Nearer to an edge than this, the next rows are fetched. */
const NEAR_PX = 480;
const AT_END_PX = 32;

interface Options {
  posts: readonly Post[];
  /** The message that one has written oneself, while it is the newest and on its way. */
  ownNewest: string | null;
  /** Anything else that makes rows taller: whenever it is another one, the place is kept anew. */
  drawn: unknown;
  onStartReached: () => void;
}
interface View {
  rows: number;
  hidden: number;
  /** Counts what was asked to be revealed, so that the same row can be asked for again. */
  turn: number;
}
interface Tail {
  /** The scrolled element. */
  list: RefObject<HTMLDivElement | null>;
  from: number;
  to: number;
  isAtEnd: boolean;
  jumpToEnd: () => void;
  /** Brings a row to where it can be read, wherever it is in the list. */
  reveal: (index: number, id: string) => void;
}
/**
 * While the newest are looked at the first row stays the first for as long as it can: rows that only grow at their end
 * are neither laid out nor painted anew when one more comes. Null when it is time for another one.
 */
function startOf(posts: readonly Post[], start: string | null): number | null {
  for (let index = posts.length - 1; index >= Math.max(posts.length - 2 * CHUNK, 0); index--)
    if (posts[index]!.id === start) return posts.length - index >= CHUNK || index === 0 ? index : null;
  return null;
}

/** A row that is brought into view stands this far below the upper edge. */
const REVEALED_PX = 72;

/**
 * Of a long list only the part around what is looked at is in the document: its newest rows at first, older ones as one
 * scrolls up. The row that is looked at stays where it is, whatever comes above or goes below it; only what one has just
 * written oneself (`ownNewest`) brings one to the end.
 */
export function useTailWindow({ posts, ownNewest, drawn, onStartReached }: Options): Tail {
  const list = useRef<HTMLDivElement>(null);
  /** `hidden` are the newest rows left out: counted from the end, so that older pages that come in front move nothing. */
  const [view, setView] = useState<View>({ rows: CHUNK, hidden: 0, turn: 0 });
  const [isAtEnd, setAtEnd] = useState(true);
  const held = useRef<{ id: string; top: number } | null>(null);
  const [start, setStart] = useState(() => posts[Math.max(posts.length - CHUNK, 0)]?.id ?? null);

  const [followed, setFollowed] = useState(ownNewest);
  if (ownNewest !== followed) {
    setFollowed(ownNewest);
    if (ownNewest !== null) {
      setAtEnd(true);
      setView({ ...view, rows: CHUNK, hidden: 0 });
    }
  }

  const total = posts.length;
  const hidden = Math.min(view.hidden, Math.max(total - CHUNK, 0));
  const to = total - hidden;
  const isPinned = isAtEnd && hidden === 0;
  const isFollowing = isPinned && view.rows === CHUNK;
  const from = (isFollowing ? startOf(posts, start) : null) ?? Math.max(to - view.rows, 0);
  const startNow = isFollowing ? (posts[from]?.id ?? null) : null;
  if (startNow !== start) setStart(startNow);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is kept whenever other rows are drawn
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    if (isAtEnd && hidden === 0) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    const anchor = held.current;
    const row = anchor && element.querySelector<HTMLElement>(`[data-id="${CSS.escape(anchor.id)}"]`);
    if (anchor && row) element.scrollTop += row.offsetTop - element.scrollTop - anchor.top;
  }, [posts, from, to, isAtEnd, hidden, view.turn, drawn]);

  // The field below grows with its text and takes from the list's height: what was the end stays in sight.
  const height = useRef<number | null>(null);
  useEffect(() => {
    const element = list.current;
    if (!element || !isPinned || typeof ResizeObserver === 'undefined') return;
    const sizes = new ResizeObserver(() => {
      height.current = element.clientHeight;
      element.scrollTop = element.scrollHeight;
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      height.current = null;
    };
  }, [isPinned]);

  /** Remembers the first row in sight: found by halves, since each look at a row asks the browser where it is. */
  const hold = (element: HTMLElement) => {
    const { scrollTop } = element;
    const rows = element.querySelectorAll<HTMLElement>('[data-id]');
    let [low, high] = [0, rows.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const row = rows[middle]!;
      if (row.offsetTop + row.offsetHeight < scrollTop) low = middle + 1;
      else high = middle;
    }
    const row = rows[low];
    held.current = row ? { id: row.dataset.id ?? '', top: row.offsetTop - scrollTop } : null;
  };

  const onScroll = () => {
    const element = list.current;
    if (!element) return;
    const { clientHeight } = element;
    // The list has become lower and not been told yet: nobody has scrolled away from its end.
    if (height.current !== null && clientHeight < height.current) return;
    const below = element.scrollHeight - clientHeight - element.scrollTop;
    const ends = below < AT_END_PX && hidden === 0;
    if (!ends) hold(element); // the end needs no other hold
    if (ends !== isAtEnd) setAtEnd(ends);
    if (element.scrollTop < NEAR_PX) {
      if (from === 0) onStartReached();
      else {
        const rows = to - from + CHUNK;
        const overflow = Math.max(rows - MAX_ROWS, 0);
        setView({ ...view, rows: rows - overflow, hidden: hidden + overflow });
      }
    } else if (below < NEAR_PX && hidden > 0) {
      setView({
        ...view,
        rows: Math.min(view.rows + CHUNK, MAX_ROWS),
        hidden: Math.max(hidden - CHUNK, 0),
      });
    } else if (ends ? view.rows > CHUNK : isAtEnd) {
      setView({ ...view, rows: ends ? CHUNK : Math.max(to - from, CHUNK) });
    }
  };
  // Heard without React, which would look for its parts of the page at every message that moves the list.
  const heard = useRef(onScroll);
  useLayoutEffect(() => {
    heard.current = onScroll;
  });
  useEffect(() => {
    const element = list.current;
    const hear = () => heard.current();
    element?.addEventListener('scroll', hear, { passive: true });
    return () => element?.removeEventListener('scroll', hear);
  }, []);
  const jumpToEnd = () => {
    setAtEnd(true);
    setView({ ...view, rows: CHUNK, hidden: 0 });
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  const reveal = (index: number, id: string) => {
    held.current = { id, top: REVEALED_PX };
    setAtEnd(false);
    setView({ rows: CHUNK, hidden: Math.max(total - index - CHUNK / 2, 0), turn: view.turn + 1 });
  };
  return { list, from, to, isAtEnd, jumpToEnd, reveal };
}
