import { type RefObject, useRef, useState } from 'react';

/** Entries that come and go together, and how many of these groups are in the document at once. */
export const CHUNK = 40;
const MAX_CHUNKS = 4;
/** Nearer to an edge than this, the next ones are drawn. */
const NEAR_PX = 480;

interface Chunks {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<HTMLDivElement | null>;
  /** The groups that are drawn, by number. */
  shown: number[];
  /** The height of those above that are left out. */
  spaceAbove: number;
  isEndShown: boolean;
  onScroll: () => void;
}

/**
 * Of a list of thousands only the part around what is looked at is in the document. What goes away at the top leaves its
 * measured height behind, so that nothing moves under the eyes.
 */
export function useChunks(total: number, onEndReached: () => void): Chunks {
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<{ first: number; last: number; above: number[] }>({
    first: 0,
    last: 0,
    above: [],
  });
  const final = Math.max(0, Math.ceil(total / CHUNK) - 1);
  const last = Math.min(view.last, final);
  const first = Math.min(view.first, last);
  const above = view.above.slice(0, first);
  const spaceAbove = above.reduce((sum, height) => sum + height, 0);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (below < NEAR_PX) {
      if (last === final) onEndReached();
      else if (last - first + 1 < MAX_CHUNKS) setView({ first, last: last + 1, above });
      else {
        const height = list.current?.firstElementChild?.getBoundingClientRect().height ?? 0;
        setView({ first: first + 1, last: last + 1, above: [...above, height] });
      }
    } else if (first > 0 && element.scrollTop < spaceAbove + NEAR_PX) {
      setView({ first: first - 1, last: Math.min(last, first + MAX_CHUNKS - 2), above: above.slice(0, -1) });
    }
  };
  return {
    scroller,
    list,
    shown: Array.from({ length: last - first + 1 }, (_, index) => first + index),
    spaceAbove,
    isEndShown: last === final,
    onScroll,
  };
}
