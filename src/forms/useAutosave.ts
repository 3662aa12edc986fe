import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { selectConnectionStatus } from '#store/connection/connectionSlice.ts';

/** Delay after the first unsaved change. Later changes are saved together with it. */
export const AUTOSAVE_MS = 2_000;
export type SaveState = 'idle' | 'saving' | 'saved' | 'failed';

/**
 * Saves answers in the background. Calls run one after another, so that an older call never overwrites a newer one. A call
 * that failed is repeated when the connection is back.
 */
export function useAutosave<Answers>(save: (answers: Answers) => PromiseLike<{ error?: unknown }>) {
  const [state, setState] = useState<SaveState>('idle');
  const newest = useRef<Answers | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const calls = useRef<Promise<unknown>>(Promise.resolve());

  const stop = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);
  useEffect(() => stop, [stop]); // unsaved answers are kept as a draft

  const saveNow = () => {
    stop();
    calls.current = calls.current.then(async () => {
      const answers = newest.current;
      if (answers === null) return;
      newest.current = null;
      const { error } = await save(answers);
      if (error) newest.current ??= answers;
      setState(error ? 'failed' : newest.current ? 'saving' : 'saved');
    });
  };
  const isOnline = useAppSelector(selectConnectionStatus) === 'online';
  const retry = useEffectEvent(() => {
    if (state === 'failed') saveNow();
  });
  useEffect(() => {
    if (isOnline) retry();
  }, [isOnline]);
  return {
    state,
    schedule(answers: Answers) {
      newest.current = answers;
      setState('saving');
      timer.current ??= setTimeout(saveNow, AUTOSAVE_MS);
    },
    saveNow,
    /** Cancels autosaving and waits for a call in progress, before the answers are submitted. */
    async stopAndWait() {
      stop();
      newest.current = null;
      await calls.current;
      setState('idle');
    },
  };
}
