import { useLayoutEffect } from 'react';

/**
 * Scrolls the changed control, and what it has revealed below it, above a bar that has just appeared at the end of the
 * window (`.unsaved`).
 */
export function useFieldAboveBar(isBarShown: boolean) {
  useLayoutEffect(() => {
    const field = document.activeElement;
    if (!isBarShown || !field || field === document.body) return;
    field.closest('label')?.parentElement?.scrollIntoView({ block: 'nearest' });
    field.scrollIntoView({ block: 'nearest' });
  }, [isBarShown]);
}
