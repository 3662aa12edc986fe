import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Areas that keep the focus, and the elements in them that receive it. */
const AREAS = '.message, search';
const RECEIVERS = '.message-actions-button, input';

interface Focused {
  element: Element;
  area: Element | null;
}

/**
 * Keeps the focus in the conversation. When a render removes the focused element (a pressed Retry button, a removed
 * reaction), the focus moves to the rest of its area, or else to the list.
 */
export function useFocusRecovery(list: RefObject<HTMLElement | null>) {
  const last = useRef<Focused | null>(null);
  useEffect(() => {
    const conversation = list.current?.closest<HTMLElement>('.conversation');
    if (!conversation) return;
    const onFocusIn = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      last.current = { element: target, area: target.closest(AREAS) };
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && conversation.contains(relatedTarget)) return;
      // The removed element is disconnected by then. If it is still connected, the user moved the focus elsewhere.
      queueMicrotask(() => {
        if (last.current?.element === target && last.current.element.isConnected) last.current = null;
      });
    };
    conversation.addEventListener('focusin', onFocusIn);
    conversation.addEventListener('focusout', onFocusOut);
    return () => {
      conversation.removeEventListener('focusin', onFocusIn);
      conversation.removeEventListener('focusout', onFocusOut);
    };
  }, [list]);
  useLayoutEffect(() => {
    const focused = last.current;
    if (!focused || focused.element.isConnected) return;
    last.current = null;
    if (document.activeElement !== document.body) return;
    const receiver = focused.area?.isConnected ? focused.area.querySelector<HTMLElement>(RECEIVERS) : null;
    (receiver ?? list.current)?.focus({ preventScroll: true });
  });
}
