import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Escape pressed anywhere inside the element; what lies further out does not hear of it. */
export function useEscape(
  inside: RefObject<HTMLElement | null>,
  isActive: boolean,
  onEscape: () => void,
): void {
  const latest = useRef(onEscape);
  // With the draw itself: an effect that waits is a task of its own after each, and a field is drawn at every key.
  useLayoutEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const element = inside.current;
    if (!element || !isActive) return;
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      latest.current();
    };
    element.addEventListener('keydown', hear);
    return () => element.removeEventListener('keydown', hear);
  }, [inside, isActive]);
}
