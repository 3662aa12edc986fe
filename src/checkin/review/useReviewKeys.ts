import { useEffect, useEffectEvent } from 'react';

/** The keys of the review, and what they do. */
export const reviewKeys = {
  j: 'next',
  k: 'previous',
  c: 'comment',
  a: 'to agenda',
  t: 'to action',
  e: 'reviewed and next',
} as const;
type ReviewKey = keyof typeof reviewKeys;
const isReviewKey = (key: string): key is ReviewKey => Object.hasOwn(reviewKeys, key);

/** Whether the element, or the dialog around it, takes what the user types. */
export const isForTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

/** The keys of the review, unless the user is typing or a dialog is open. `run` says whether it used the key. */
export function useReviewKeys(run: (key: ReviewKey) => boolean) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (isForTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      return;
    if (isReviewKey(event.key) && run(event.key)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
