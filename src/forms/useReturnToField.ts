import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * For forms whose bar with the unsaved changes disappears with its focused button: returns the focus to the control that
 * had it before the bar.
 */
export function useReturnToField(isUnsaved: boolean) {
  const lastField = useRef<HTMLElement>(null);
  useEffect(() => {
    const remember = ({ target }: Event) => {
      if (target instanceof HTMLElement && !target.closest('.unsaved, [role="dialog"]'))
        lastField.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    if (!isUnsaved && document.activeElement === document.body)
      lastField.current?.focus({ preventScroll: true });
  }, [isUnsaved]);
}
