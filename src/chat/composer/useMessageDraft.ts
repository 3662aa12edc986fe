import { useMemo, useSyncExternalStore } from 'react';
import { useAppStore } from '#src/app/hooks.ts';
import type { AppStore } from '#store/createAppStore.ts';
import { draftChanged, selectDraft, selectDraftsOwner } from '#store/drafts/draftsSlice.ts';

/** The shortest time between 2 saves while the user types, because each save notifies every subscriber of the store. */
export const SAVE_EVERY_MS = 400;

/**
 * Connects the message field to its draft in the store. The field is uncontrolled and contains the newest text, so
 * typing does not re-render. The store gets the text at the first key, then every 400 ms, and when the field loses the
 * focus or is removed. When the draft changes elsewhere (a message was sent, an edit was undone), the field shows the
 * new text.
 */
export function createMessageDraft(store: AppStore, key: string, ownerId: number) {
  let field: HTMLTextAreaElement | null = null;
  let hasUnsavedText = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const read = () => (field && hasUnsavedText ? field.value : selectDraft(store.getState(), key));

  function save() {
    if (!field || !hasUnsavedText) return;
    hasUnsavedText = false;
    // After sign-out the drafts have no owner, so the text of a closing conversation is not saved.
    if (selectDraftsOwner(store.getState()) === ownerId)
      store.dispatch(draftChanged({ key, text: field.value }));
    notify();
  }
  function saveRepeatedly() {
    timer = undefined;
    if (!hasUnsavedText) return;
    save();
    timer = setTimeout(saveRepeatedly, SAVE_EVERY_MS);
  }

  return {
    read,
    save,
    /** The user has changed the text of the field. */
    textChanged() {
      hasUnsavedText = true;
      if (timer === undefined) saveRepeatedly();
      else notify();
    },
    /** Shows the draft in the field until the returned function is called. */
    attach(element: HTMLTextAreaElement, onTextReplaced: () => void) {
      field = element;
      const show = () => {
        const text = read();
        if (element.value === text) return;
        element.value = text;
        onTextReplaced();
      };
      show();
      const unsubscribe = store.subscribe(show);
      window.addEventListener('pagehide', save);
      document.addEventListener('visibilitychange', save);
      return () => {
        save();
        unsubscribe();
        window.removeEventListener('pagehide', save);
        document.removeEventListener('visibilitychange', save);
        clearTimeout(timer);
        timer = undefined;
        field = null;
      };
    },
    /** Calls the listener after every change of the text. It can also call it without a change. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      const unsubscribe = store.subscribe(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
  };
}
export type MessageDraft = ReturnType<typeof createMessageDraft>;

export function useMessageDraft(key: string, ownerId: number): MessageDraft {
  const store = useAppStore();
  return useMemo(() => createMessageDraft(store, key, ownerId), [store, key, ownerId]);
}

/**
 * A value computed from the text of the draft. The component re-renders only when the value changes, not at every key.
 */
export const useDraftValue = <T extends boolean | number>(
  draft: MessageDraft,
  compute: (text: string) => T,
): T => useSyncExternalStore(draft.subscribe, () => compute(draft.read()));
