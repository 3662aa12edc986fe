import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/** The element that had the focus, and its ancestors up to the region. */
type Path = readonly Element[];

const TARGETS =
  'h1, h2, h3, h4, a[href], button:not([disabled]), summary, input:not([disabled]), select, textarea';
const isShown = (element: Element) => element.closest('.visually-hidden, [hidden]') === null;

function pathOf(element: Element, region: Element): Path {
  const path: Element[] = [];
  for (
    let current: Element | null = element;
    current && region.contains(current);
    current = current.parentElement
  )
    path.push(current);
  return path;
}

/** Where a removed row of a list or table was. */
interface RowPlace {
  parent: Node;
  previous: Node | null;
}
type RowPlaces = WeakMap<Node, RowPlace>;

function rememberRows(records: readonly MutationRecord[], places: RowPlaces) {
  for (const { target, removedNodes, previousSibling } of records)
    for (const node of removedNodes)
      if (node instanceof Element && node.matches('li, tr'))
        places.set(node, { parent: target, previous: previousSibling });
}

/** The row that took the place of the removed one: the next row, or the previous one at the end. */
function rowAt({ parent, previous }: RowPlace, places: RowPlaces): Element | null {
  let before = previous;
  // Rows before it may be removed as well.
  while (before && before.parentNode !== parent) before = places.get(before)?.previous ?? null;
  let next = before ? before.nextSibling : parent.firstChild;
  while (next && !(next instanceof Element)) next = next.nextSibling;
  if (next) return next;
  return before instanceof Element ? before : null;
}

const targetIn = (element: Element) =>
  Array.from(element.querySelectorAll<HTMLElement>(TARGETS)).find(isShown) ?? null;

/**
 * The first heading or control near the removed element: in the row that took the place of its row, or in its closest
 * remaining ancestor.
 */
function targetNear(path: Path, places: RowPlaces): HTMLElement | null {
  for (const ancestor of path) {
    if (!ancestor.isConnected) {
      const place = places.get(ancestor);
      const row = place?.parent.isConnected ? rowAt(place, places) : null;
      const target = row && targetIn(row);
      if (target) return target;
      continue;
    }
    if (ancestor instanceof HTMLElement && ancestor === path[0]) return ancestor;
    // The title of a new page comes before the breadcrumb above it.
    const title = ancestor.querySelector<HTMLElement>('h1');
    if (title && isShown(title)) return title;
    const target = targetIn(ancestor);
    if (target) return target;
  }
  return null;
}

/** Base UI removes the container of a dialog after its content. */
const hasRemovedDialog = ({ removedNodes }: MutationRecord) =>
  [...removedNodes].some((node) => node instanceof Element && node.matches('[data-base-ui-portal]'));

function focus(target: HTMLElement) {
  // Makes a heading focusable without adding it to the Tab order.
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus();
}

interface RestoreFocusProps {
  /** The address of the screen. A new screen moves the focus itself. */
  place: string;
  children: ReactNode;
}

/**
 * Around all screens: moves the focus to the nearest heading or control, or to the next row of a list, when the focused
 * element is removed, so that keyboard and screen reader users continue at the same place. It also does so when a dialog
 * closes and its button is gone.
 */
export function RestoreFocus({ place, children }: RestoreFocusProps) {
  const region = useRef<HTMLDivElement>(null);
  const last = useRef<Path>([]);
  // Runs before the observer learns that the old screen was removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen ends what was remembered of the old one
  useLayoutEffect(() => {
    last.current = [];
  }, [place]);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) last.current = pathOf(target, element);
    };
    // After a click outside all controls, the user is no longer at the control, which may be removed later.
    const forget = () => {
      if (last.current[0]?.isConnected && document.activeElement === document.body) last.current = [];
    };
    const places: RowPlaces = new WeakMap();
    const restore = (records: readonly MutationRecord[]) => {
      rememberRows(records, places);
      const path = last.current;
      // A modal dialog keeps the focus. When it closes, its button may be gone.
      if (document.querySelector('.backdrop')) return;
      if (!path[0] || document.activeElement !== document.body) return;
      if (path[0].isConnected) {
        // A dialog that was opened from another dialog cannot return the focus to its button.
        if (records.some(hasRemovedDialog) && path[0] instanceof HTMLElement)
          path[0].focus({ preventScroll: true });
        return;
      }
      const target = targetNear(path, places);
      // While the new content is loading, there is nothing to focus yet.
      if (!target) return;
      last.current = [];
      focus(target);
    };
    const observer = new MutationObserver(restore);
    observer.observe(element, { childList: true, subtree: true });
    // Dialogs are children of the body.
    observer.observe(document.body, { childList: true });
    element.addEventListener('focusin', remember);
    document.addEventListener('click', forget, true);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', remember);
      document.removeEventListener('click', forget, true);
    };
  }, []);
  return <div ref={region}>{children}</div>;
}
