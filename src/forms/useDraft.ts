import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';

/** A draft comes from this browser's storage: what it is not, is not taken. */
export type ReadDraft<T> = (kept: unknown) => T | null;

function restored<T>(text: string, read: ReadDraft<T>): T | null {
  if (text === '') return null;
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What a form holds while it is not saved. It is kept under `key` as it is typed, so that neither a sign-out nor a reload
 * loses it, and nothing is kept once it is what `saved` says.
 */
export function useDraft<T>(key: string, saved: T, read: ReadDraft<T>) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => selectDraft(state, key));
  const [start] = useState(() => restored(draft, read));
  const [value, setValue] = useState<T>(start ?? saved);
  const keep = (next: T, against: T) =>
    dispatch(draftChanged({ key, text: isSame(next, against) ? '' : JSON.stringify(next) }));
  return {
    value,
    isChanged: !isSame(value, saved),
    /** Begun before this screen was opened. */
    isFromBefore: start !== null && !isSame(start, saved),
    set: (next: T) => {
      setValue(next);
      keep(next, saved);
    },
    /** It is saved, or given up: `next` is what counts from now on. */
    settle: (next: T) => {
      setValue(next);
      keep(next, next);
    },
  };
}

/** For forms whose fields are all texts. */
export const readTexts =
  <T extends Record<string, string>>(shape: T): ReadDraft<T> =>
  (kept) => {
    if (typeof kept !== 'object' || kept === null) return null;
    const texts = Object.entries(kept).filter(
      ([name, value]) => Object.hasOwn(shape, name) && typeof value === 'string',
    );
    return { ...shape, ...Object.fromEntries(texts) };
  };
