import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useAppStore } from '#src/app/hooks.ts';
import type { AppStore } from '#store/createAppStore.ts';
import { draftChanged, selectDraft, selectDraftsOwner } from '#store/drafts/draftsSlice.ts';
import { draftKeeper } from './draftKeeper.ts';

/**
 * A text that is written and kept as a draft. While one writes, the newest letters are here alone, so that a key costs
 * nobody else anything; the store follows a moment later, and at once when one leaves the field, the view or the page.
 * Whatever else the store says (a message went out, a draft came back, somebody looks at the past) is what it reads.
 */
function draftText(store: AppStore, key: string, ownerId: number) {
  let waiting: string | null = null;
  const listeners = new Set<() => void>();
  const say = () => {
    for (const listener of listeners) listener();
  };
  const keeper = draftKeeper((text) => {
    waiting = null;
    // Whoever has left by the button leaves nothing, not even what a closing view still held.
    if (selectDraftsOwner(store.getState()) === ownerId) store.dispatch(draftChanged({ key, text }));
    say(); // the store may have refused it
  });
  return {
    read: () => waiting ?? selectDraft(store.getState(), key),
    write(text: string) {
      waiting = text;
      keeper.change(text);
      say();
    },
    /** Hears of every change, whoever made it, and of some that are none. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      const unsubscribe = store.subscribe(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
    flush: keeper.flush,
    stop: keeper.stop,
  };
}
export type DraftText = ReturnType<typeof draftText>;

export function useDraftText(key: string, ownerId: number): DraftText {
  const store = useAppStore();
  const draft = useMemo(() => draftText(store, key, ownerId), [store, key, ownerId]);
  useEffect(() => {
    const flush = () => draft.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      draft.stop();
    };
  }, [draft]);
  return draft;
}

/** What a screen draws of the text. It is drawn again when that changes, and not at every key. */
export const useDraftFact = <T extends boolean | number>(draft: DraftText, factOf: (text: string) => T): T =>
  useSyncExternalStore(draft.subscribe, () => factOf(draft.read()));
