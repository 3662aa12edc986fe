import { useLayoutEffect, useRef } from 'react';

/**
 * For a card outside the screen: when it is removed with the focus in it, the focus returns to the element that had it
 * before, or to the page.
 */
export function useReturnedFocus<T extends HTMLElement>() {
  const card = useRef<T>(null);
  useLayoutEffect(() => {
    const element = card.current;
    let before: HTMLElement | null = null;
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !element?.contains(relatedTarget)) before = relatedTarget;
    };
    element?.addEventListener('focusin', remember);
    return () => {
      element?.removeEventListener('focusin', remember);
      if (!element?.contains(document.activeElement)) return;
      const target = before?.isConnected ? before : document.querySelector('main');
      target?.focus({ preventScroll: true });
    };
  }, []);
  return card;
}
