import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Calls a function when Escape is pressed inside the element, and stops the event there. */
export function useEscape(
  inside: RefObject<HTMLElement | null>,
  isActive: boolean,
  onEscape: () => void,
): void {
  const latest = useRef(onEscape);
  // A layout effect runs with the render. A passive effect would be another task at each key in a field.
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
