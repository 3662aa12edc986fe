import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';

/** Validates a draft from the browser's storage. Returns null for an unusable one. */
export type ReadDraft<T> = (kept: unknown) => T | null;

/** The values of a stored draft; null if there is none. */
export function restored<T>(text: string, read: ReadDraft<T>): T | null {
  if (text === '') return null;
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The unsaved values of a form, stored under `key` across sign-out and reload. The draft is deleted when the values
 * equal `saved`. Without a key, they are not stored.
 */
export function useDraft<T>(key: string | null, saved: T, read: ReadDraft<T>) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => (key === null ? '' : selectDraft(state, key)));
  const [start] = useState(() => restored(draft, read));
  const [value, setValue] = useState<T>(start ?? saved);
  const keep = (next: T, against: T) =>
    key !== null && dispatch(draftChanged({ key, text: isSame(next, against) ? '' : JSON.stringify(next) }));
  return {
    value,
    isChanged: !isSame(value, saved),
    /** True if the draft was stored before this screen was opened. */
    isFromBefore: start !== null && !isSame(start, saved),
    set: (next: T) => {
      setValue(next);
      keep(next, saved);
    },
    /** Shows other values, such as newer saved ones, and leaves the stored draft as it is. */
    show: setValue,
    /** Deletes the draft after a save or discard. `next` is the new saved value. */
    settle: (next: T) => {
      setValue(next);
      keep(next, next);
    },
  };
}

/** Reads drafts of forms that have only text fields. */
export const readTexts =
  <T extends Record<string, string>>(shape: T): ReadDraft<T> =>
  (kept) => {
    if (typeof kept !== 'object' || kept === null) return null;
    const texts = Object.entries(kept).filter(
      ([name, value]) => Object.hasOwn(shape, name) && typeof value === 'string',
    );
    return { ...shape, ...Object.fromEntries(texts) };
  };
