import { type ReactNode, useEffect, useRef } from 'react';

/** Where the focus was: the thing itself, and all that it stood in up to the region. */
type Path = readonly Element[];

const PLACES =
  'h1, h2, h3, h4, a[href], button:not([disabled]), summary, input:not([disabled]), select, textarea';
const isShown = (element: Element) => element.closest('.visually-hidden, [hidden]') === null;

function pathOf(element: Element, region: Element): Path {
  const path: Element[] = [];
  for (let one: Element | null = element; one && region.contains(one); one = one.parentElement)
    path.push(one);
  return path;
}

/** The first heading or control in what is left around the lost thing, the closest surroundings first. */
function placeNear(path: Path): HTMLElement | null {
  for (const around of path) {
    if (!around.isConnected) continue;
    if (around instanceof HTMLElement && around === path[0]) return around;
    for (const place of around.querySelectorAll<HTMLElement>(PLACES)) if (isShown(place)) return place;
  }
  return null;
}

/** A heading takes the focus only now; it is not a stop of the Tab key. */
function focus(place: HTMLElement) {
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus();
}

/**
 * A button that accepts, confirms or finishes goes away with what it did, and the focus with it. It is given to what is
 * nearest of all that is left, so that whoever works by keyboard, or listens, goes on from where they were and not from the
 * top of the page. What a closed dialog was opened from comes first.
 */
export function KeepFocus({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    let path: Path = [];
    let beforeDialog: Path = [];
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const isInDialog = (one: Element | undefined) => one?.closest('dialog') != null;
      if (isInDialog(target) && !isInDialog(path[0])) beforeDialog = path;
      path = pathOf(target, element);
    };
    const mend = () => {
      if (!path[0] || path[0].isConnected || document.activeElement !== document.body) return;
      const isOfDialog = path.some((one) => one.tagName === 'DIALOG');
      const place = (isOfDialog && placeNear(beforeDialog)) || placeNear(path);
      path = [];
      if (place) focus(place);
    };
    const observer = new MutationObserver(mend);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', remember);
    };
  }, []);
  return <div ref={region}>{children}</div>;
}
