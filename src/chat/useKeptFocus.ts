import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Parts of a conversation that keep the focus among themselves, and what takes it there. */
const PLACES = '.message, search';
const TAKERS = '.message-more, input';
/** What floats belongs to where it was opened. */
const FLOATING = '[role="menu"], dialog';

interface Focused {
  element: Element;
  place: Element | null;
}

/**
 * The focus is never lost in a conversation. Where a draw takes away what had it (Retry that was pressed, a reaction that
 * was taken back, the way to the newest), it goes to what is left of the same place, else to the list. Not `KeepFocus`:
 * what comes first in the list is far above what one looks at, and nothing is to be watched in it at every message.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const last = useRef<Focused | null>(null);
  useEffect(() => {
    const around = list.current?.closest<HTMLElement>('.conversation');
    if (!around) return;
    const come = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const opener = target.closest(FLOATING) ? (last.current?.place ?? null) : null;
      last.current = { element: target, place: target.closest(PLACES) ?? opener };
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && around.contains(relatedTarget)) return; // it comes to that
      // What is taken away by a draw is gone by then; what is still there was left by the person.
      queueMicrotask(() => {
        if (last.current?.element === target && last.current.element.isConnected) last.current = null;
      });
    };
    around.addEventListener('focusin', come);
    around.addEventListener('focusout', leave);
    return () => {
      around.removeEventListener('focusin', come);
      around.removeEventListener('focusout', leave);
    };
  }, [list]);
  useLayoutEffect(() => {
    const before = last.current;
    if (!before || before.element.isConnected) return;
    last.current = null;
    if (document.activeElement !== document.body) return;
    const taker = before.place?.isConnected ? before.place.querySelector<HTMLElement>(TAKERS) : null;
    (taker ?? list.current)?.focus({ preventScroll: true });
  });
}
