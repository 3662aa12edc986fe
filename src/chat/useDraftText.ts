import { useEffect, useMemo, useState } from 'react';
import { useAppSelector, useAppStore } from '#src/app/hooks.ts';
import { draftChanged, selectDraft, selectDraftsOwner } from '#store/drafts/draftsSlice.ts';
import { draftKeeper } from './draftKeeper.ts';

/**
 * A text that is written and kept as a draft. While one writes, the newest letters belong to the field alone, so that a key
 * costs nobody else anything; the store follows a moment later, and at once when one leaves the field, the view or the
 * page. Whatever else the store says (a message went out, a draft came back, somebody looks at the past) is shown.
 */
export function useDraftText(key: string, ownerId: number) {
  const store = useAppStore();
  const kept = useAppSelector((state) => selectDraft(state, key));
  const [waiting, setWaiting] = useState<{ key: string; text: string } | null>(null);

  const keeper = useMemo(
    () =>
      draftKeeper((text) => {
        setWaiting(null);
        // Whoever has left by the button leaves nothing, not even what a closing view still held.
        if (selectDraftsOwner(store.getState()) === ownerId) store.dispatch(draftChanged({ key, text }));
      }),
    [store, key, ownerId],
  );
  useEffect(() => {
    const flush = () => keeper.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      keeper.stop();
    };
  }, [keeper]);

  return {
    text: waiting?.key === key ? waiting.text : kept,
    write(text: string) {
      setWaiting({ key, text });
      keeper.change(text);
    },
    flush: () => keeper.flush(),
  };
}
