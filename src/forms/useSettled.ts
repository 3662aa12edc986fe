import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';

/** What was typed, once the typing pauses: no list that jumps, and no count read out, at every letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
