import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';

/** The text after a pause in typing, so that results and announcements do not change at every key. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
