import { useCallback, useEffect, useRef, useState } from 'react';
import { useSavePropensityDraftMutation } from '#store/propensity/propensityApi.ts';
import type { Answers } from './answers.ts';

/** Delay after the first unsaved change. */
const AUTOSAVE_MS = 800;

/** Saves readiness answers on the server after a moment. Until then they are in this browser. */
export function useServerDraft(onSaved: (answers: Answers) => void) {
  const [send] = useSavePropensityDraftMutation();
  const [hasFailed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef<Answers | null>(null);
  const calls = useRef<Promise<unknown>>(Promise.resolve());
  const saved = useRef(onSaved);
  useEffect(() => {
    saved.current = onSaved;
  });
  const stop = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);
  useEffect(() => stop, [stop]); // unsaved answers are kept in this browser
  const save = () => {
    stop();
    calls.current = calls.current.then(async () => {
      const sent = latest.current;
      if (!sent) return;
      const { error } = await send(sent);
      setFailed(error !== undefined);
      if (!error && latest.current === sent) saved.current(sent);
    });
  };
  return {
    hasFailed,
    schedule(answers: Answers) {
      latest.current = answers;
      timer.current ??= setTimeout(save, AUTOSAVE_MS);
    },
    /** Cancels autosaving and waits for a call in progress, before the answers are submitted. */
    async stopAndWait() {
      stop();
      await calls.current;
    },
  };
}
