import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChallengeAnswers } from '#contract/challenges.ts';
import { useSaveAnswersMutation } from '#store/programs/enrolmentApi.ts';

/** So long after the first change that is not saved; what changes meanwhile goes along. */
export const AUTOSAVE_MS = 2_000;
export type SaveState = 'resting' | 'waiting' | 'saved' | 'failed';

/** Saves while somebody answers, one call after the other, so that an older one never comes last. */
export function useAutosave(programId: string, stepKey: string) {
  const [saveAnswers] = useSaveAnswersMutation();
  const [state, setState] = useState<SaveState>('resting');
  const newest = useRef<ChallengeAnswers | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const calls = useRef<Promise<unknown>>(Promise.resolve());

  const stop = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);
  useEffect(() => stop, [stop]); // what is not saved then is kept as a draft

  const saveNow = () => {
    stop();
    calls.current = calls.current.then(async () => {
      const answers = newest.current;
      if (answers === null) return;
      newest.current = null;
      const { error } = await saveAnswers({ programId, stepKey, answers });
      if (error) newest.current ??= answers;
      setState(error ? 'failed' : newest.current ? 'waiting' : 'saved');
    });
  };
  return {
    state,
    later(answers: ChallengeAnswers) {
      newest.current = answers;
      setState('waiting');
      timer.current ??= setTimeout(saveNow, AUTOSAVE_MS);
    },
    saveNow,
    /** They are handed in: nothing is left to save, and the call that is on its way comes first. */
    async settled() {
      stop();
      newest.current = null;
      await calls.current;
      setState('resting');
    },
  };
}
