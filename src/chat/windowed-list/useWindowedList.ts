import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  keptFirstRow,
  type ListWindow,
  newestRows,
  rangeOf,
  rowsAround,
  WINDOW_STEP,
  withNewerRows,
  withOlderRows,
} from './listWindow.ts';
import { firstRowInView, restoreAnchor, type ScrollAnchor } from './scrollAnchor.ts';

/** The distance to the first or last rendered row at which more rows are rendered. */
const NEAR_PX = 480;
const AT_END_PX = 32;
/** The distance from the upper edge of a row that the list scrolls to. */
const SCROLLED_TO_PX = 72;

interface Options {
  /** All rows, oldest first. Rendered rows have their id in `data-id`. */
  items: readonly { id: string }[];
  /** The user's own newest message while it is being sent. The list scrolls to its end for it. */
  followedId: string | null;
  /** Changes when the height of rendered rows may have changed without a change of `items`. */
  contentVersion: unknown;
  /** True if the first item is rendered and in or near the view. */
  onStartReached: () => void;
}
export interface WindowedList {
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  /** The rendered items are `items.slice(from, to)`. */
  from: number;
  to: number;
  isAtEnd: boolean;
  scrollToEnd: () => void;
  scrollToItem: (index: number) => void;
}
interface Size {
  width: number;
  height: number;
}
const sizeOf = ({ clientWidth, clientHeight }: Element): Size => ({
  width: clientWidth,
  height: clientHeight,
});
const isSameSize = (a: Size, b: Size) => a.width === b.width && a.height === b.height;

interface View extends ListWindow {
  /** Counts calls of `scrollToItem`, so that the list scrolls to the same item again. */
  scrollCount: number;
}

/**
 * Renders only the part of a long list around the view, starting at its end. The first row in view keeps its place
 * while rows are added, removed or resized. If the list is at its end, it stays there.
 */
export function useWindowedList({
  items,
  followedId,
  contentVersion,
  onStartReached,
}: Options): WindowedList {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ ...newestRows, scrollCount: 0 });
  const [isAtEnd, setAtEnd] = useState(true);
  const anchor = useRef<ScrollAnchor | null>(null);
  const [firstId, setFirstId] = useState(() => items[Math.max(items.length - WINDOW_STEP, 0)]?.id ?? null);

  const [lastFollowedId, setLastFollowedId] = useState(followedId);
  if (followedId !== lastFollowedId) {
    setLastFollowedId(followedId);
    if (followedId !== null) {
      setAtEnd(true);
      setView({ ...view, ...newestRows });
    }
  }

  const total = items.length;
  const range = rangeOf(view, total);
  const { to } = range;
  const hiddenAfter = total - to;
  const isPinned = isAtEnd && hiddenAfter === 0;
  const isFollowing = isPinned && view.rowCount === WINDOW_STEP;
  const from = (isFollowing ? keptFirstRow(items, firstId) : null) ?? range.from;
  const newFirstId = isFollowing ? (items[from]?.id ?? null) : null;
  if (newFirstId !== firstId) setFirstId(newFirstId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is restored whenever the rendered rows change
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (isPinned) element.scrollTop = element.scrollHeight;
    else restoreAnchor(element, anchor.current);
  }, [items, from, to, isPinned, hiddenAfter, view.scrollCount, contentVersion]);

  // Keeps the end in view when the size changes: the composer below grows with its text, and in a window of another width the
  // messages have other heights.
  const observedSize = useRef<Size | null>(null);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !isPinned || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      observedSize.current = sizeOf(element);
      element.scrollTop = element.scrollHeight;
    });
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => {
      observer.disconnect();
      observedSize.current = null;
    };
  }, [isPinned]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    // Its size has changed and the observer has not run yet, so this is not a scroll by the user.
    if (observedSize.current !== null && !isSameSize(observedSize.current, sizeOf(element))) return;
    const { clientHeight } = element;
    const below = element.scrollHeight - clientHeight - element.scrollTop;
    const isNowAtEnd = below < AT_END_PX && hiddenAfter === 0;
    if (!isNowAtEnd) anchor.current = firstRowInView(element);
    if (isNowAtEnd !== isAtEnd) setAtEnd(isNowAtEnd);
    if (element.scrollTop < NEAR_PX) {
      if (from === 0) onStartReached();
      else setView({ ...view, ...withOlderRows({ from, to }, total) });
    } else if (below < NEAR_PX && hiddenAfter > 0) {
      setView({ ...view, ...withNewerRows(view, hiddenAfter) });
    } else if (isNowAtEnd ? view.rowCount > WINDOW_STEP : isAtEnd) {
      setView({ ...view, rowCount: isNowAtEnd ? WINDOW_STEP : Math.max(to - from, WINDOW_STEP) });
    }
  };
  // A native listener, because React's event system would search its tree each time an incoming message scrolls the
  // list.
  const latestOnScroll = useRef(onScroll);
  useLayoutEffect(() => {
    latestOnScroll.current = onScroll;
  });
  useEffect(() => {
    const element = scroller.current;
    const listener = () => latestOnScroll.current();
    element?.addEventListener('scroll', listener, { passive: true });
    return () => element?.removeEventListener('scroll', listener);
  }, []);

  const scrollToEnd = () => {
    setAtEnd(true);
    setView({ ...view, ...newestRows });
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  const scrollToItem = (index: number) => {
    const item = items[index];
    if (!item) return;
    anchor.current = { id: item.id, top: SCROLLED_TO_PX };
    setAtEnd(false);
    setView({ ...rowsAround(index, total), scrollCount: view.scrollCount + 1 });
  };
  return { scroller, from, to, isAtEnd, scrollToEnd, scrollToItem };
}
