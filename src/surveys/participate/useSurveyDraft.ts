import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  type Answer,
  type Answers,
  type DraftChanges,
  draftChangesSchema,
} from '#contract/surveys/answers.ts';
import type { Participation } from '#contract/surveys/surveys.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { selectConnectionStatus } from '#store/connection/connectionSlice.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { surveyDraftKey } from '#store/surveys/surveyDraftKey.ts';
import { useSaveSurveyDraftMutation } from '#store/surveys/surveysApi.ts';

/** Delay after the first unsaved change. Later changes are saved together with it. */
const AUTOSAVE_MS = 800;
export type DraftState = 'idle' | 'saving' | 'saved' | 'failed';

const keptSchema = z.object({ answers: draftChangesSchema, at: z.nullable(z.string()) });

/** The data of a survey that this browser keeps until the server has it. */
function readKept(text: string): z.infer<typeof keptSchema> {
  const nothing = { answers: {}, at: null };
  if (text === '') return nothing;
  try {
    return keptSchema.safeParse(JSON.parse(text)).data ?? nothing;
  } catch {
    return nothing;
  }
}
/** The answers without the removed ones. */
const present = (changes: DraftChanges) =>
  Object.fromEntries(Object.entries(changes).filter((entry): entry is [string, Answer] => entry[1] !== null));

/** The answers that the server has, with the changes that only this browser has. */
export const withKept = (saved: Participation['answers'], kept: string) =>
  present({ ...saved, ...readKept(kept).answers });

/** The data to keep so that a queued submission can be changed. */
export const keptWith = (kept: string, submitted: Answers) => {
  const { answers, at } = readKept(kept);
  return JSON.stringify({ answers: { ...answers, ...submitted }, at });
};

/**
 * The answers so far. Changes are saved on the server after a moment; until then, and while the server cannot be reached,
 * they are kept in this browser, so that a closed tab loses nothing.
 */
export function useSurveyDraft(
  { surveyId, answers: saved, at: savedAt }: Pick<Participation, 'surveyId' | 'answers' | 'at'>,
  onRefused: () => void,
) {
  const dispatch = useAppDispatch();
  const key = surveyDraftKey(surveyId);
  const kept = useAppSelector((state) => selectDraft(state, key));
  const [send] = useSaveSurveyDraftMutation();
  const [unsaved] = useState(() => readKept(kept));
  const pending = useRef<DraftChanges>(unsaved.answers);
  const [answers, setAnswers] = useState<Record<string, Answer>>(() =>
    present({ ...saved, ...unsaved.answers }),
  );
  const firstQuestion = unsaved.at ?? savedAt;
  const at = useRef(firstQuestion);
  const savedPlace = useRef(savedAt);
  const [state, setState] = useState<DraftState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const calls = useRef<Promise<unknown>>(Promise.resolve());

  const isSaved = () => Object.keys(pending.current).length === 0 && at.current === savedPlace.current;
  const keep = () =>
    dispatch(
      draftChanged({
        key,
        text: isSaved() ? '' : JSON.stringify({ answers: pending.current, at: at.current }),
      }),
    );
  const stop = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);
  useEffect(() => stop, [stop]); // unsaved answers are kept in this browser

  const saveNow = () => {
    stop();
    calls.current = calls.current.then(async () => {
      const sent = pending.current;
      const place = at.current;
      const { error } = await send({ surveyId, draft: { answers: sent, at: place } });
      if (error) {
        setState('failed');
        if (problemOf(error).status === 422) onRefused();
        return;
      }
      pending.current = Object.fromEntries(
        Object.entries(pending.current).filter(([question, answer]) => sent[question] !== answer),
      );
      savedPlace.current = place;
      keep();
      setState(isSaved() ? 'saved' : 'saving');
    });
    return calls.current;
  };
  const isOnline = useAppSelector(selectConnectionStatus) === 'online';
  const retry = useEffectEvent(() => {
    if (state === 'failed') void saveNow();
  });
  useEffect(() => {
    if (isOnline) retry();
  }, [isOnline]);
  const schedule = () => {
    setState('saving');
    timer.current ??= setTimeout(() => void saveNow(), AUTOSAVE_MS);
  };
  return {
    answers,
    firstQuestion,
    state,
    saveNow,
    change(question: string, answer: Answer | undefined) {
      const next = { ...answers };
      if (answer === undefined) delete next[question];
      else next[question] = answer;
      setAnswers(next);
      pending.current = { ...pending.current, [question]: answer ?? null };
      keep();
      schedule();
    },
    moveTo(question: string) {
      at.current = question;
      keep();
      schedule();
    },
    /** Cancels autosaving and waits for a call in progress, before the answers are submitted. */
    async stopAndWait() {
      stop();
      await calls.current;
    },
    /** After the submission nothing is left to save. */
    settle() {
      pending.current = {};
      dispatch(draftChanged({ key, text: '' }));
    },
  };
}
