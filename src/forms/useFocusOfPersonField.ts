import { useEffect, useRef } from 'react';

const CONTROL = { search: 'input', selected: 'button' };

/**
 * Keeps the focus in a field that shows either a search or the selected person, because one control replaces the other.
 * `changing` is called before the user's choice or removal.
 */
export function useFocusOfPersonField(isSelected: boolean) {
  const field = useRef<HTMLDivElement>(null);
  const hasChanged = useRef(false);
  useEffect(() => {
    if (hasChanged.current)
      field.current?.querySelector<HTMLElement>(CONTROL[isSelected ? 'selected' : 'search'])?.focus();
    hasChanged.current = false;
  }, [isSelected]);
  return {
    field,
    changing: () => {
      hasChanged.current = true;
    },
  };
}
