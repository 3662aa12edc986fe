import { type RefObject, useRef, useState } from 'react';

/** Number of entries that are added or removed together, and the maximum number of chunks in the document. */
export const CHUNK_SIZE = 40;
const MAX_CHUNKS = 4;
/** The distance to the first or last rendered entry at which the next chunk is rendered. */
const NEAR_PX = 480;

interface RenderedChunks {
  scroller: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLDivElement | null>;
  /** The indexes of the rendered chunks. */
  shown: number[];
  /** Height of the chunks above that are not rendered. */
  spaceAbove: number;
  isEndShown: boolean;
  onScroll: () => void;
}

/**
 * Renders only the part of a long list around the view. A spacer with the measured height replaces removed chunks at
 * the top, so that the visible ones do not move.
 */
export function useRenderedChunks(total: number, onEndReached: () => void): RenderedChunks {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<{ first: number; last: number; above: number[] }>({
    first: 0,
    last: 0,
    above: [],
  });
  const lastIndex = Math.max(0, Math.ceil(total / CHUNK_SIZE) - 1);
  const last = Math.min(view.last, lastIndex);
  const first = Math.min(view.first, last);
  const above = view.above.slice(0, first);
  const spaceAbove = above.reduce((sum, height) => sum + height, 0);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (below < NEAR_PX) {
      if (last === lastIndex) onEndReached();
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
    isEndShown: last === lastIndex,
    onScroll,
  };
}
