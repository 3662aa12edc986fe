import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CheckIn, CheckInAnswers, CheckIns } from '#contract/learning/checkIns.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { isEqual } from '#src/forms/documentVersions.ts';
import { useAutosave } from '#src/forms/useAutosave.ts';
import { useDraft } from '#src/forms/useDraft.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { conflictingCheckInOf, useChangeCheckInMutation } from '#store/checkIns/checkInsApi.ts';
import { queuedCallWithdrawn, queuedCheckInId, selectQueuedCalls } from '#store/offline/queuedCallsSlice.ts';
import {
  answeredParts,
  answersOf,
  checkInDraftKey,
  differentParts,
  isSentAs,
  readAnswers,
} from './formAnswers.ts';

/** The version of another tab or device, and the version typed here. */
export interface Conflict {
  theirs: CheckIn;
  mine: CheckInAnswers;
  message: string;
  /** The user pressed the button, and the answers were not sent. */
  isAnswerToSending: boolean;
}

/**
 * The form of the current check-in. Typed text is stored in this browser immediately, and on the server after a pause.
 * Every change names the version it is based on, so that two tabs cannot overwrite each other.
 */
export function useCheckInForm(overview: CheckIns) {
  const { current } = overview;
  const { week } = current;
  const draft = useDraft(checkInDraftKey(week), answersOf(current, overview), (kept) => {
    const typed = readAnswers(kept);
    return typed && answersOf({ ...current, draft: typed }, overview);
  });
  /** The version that the form is based on, and how the form shows it without unsaved changes. */
  const basis = useRef({ version: current.version, answers: answersOf(current, overview) });
  const [change] = useChangeCheckInMutation();
  const [isSending, setSending] = useState(false);
  const dispatch = useAppDispatch();
  /** The check-in as it was sent without a connection. It is sent again by `sendQueuedCalls`, even on other screens. */
  const queued = useAppSelector(selectQueuedCalls)[queuedCheckInId(week)];
  const isWaiting = queued !== undefined;
  const queuedAnswers = useRef<CheckInAnswers | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** The answer that was typed to a question that the manager has since changed or removed. */
  const [earlierAnswer, setEarlierAnswer] = useState<string | null>(null);
  const [wrongValues, setWrongValues] = useState<Readonly<Record<string, string | null>>>({});
  const [isMarked, setMarked] = useState(false);
  const hasWrongValues = current.objectives.some(
    ({ objectiveId }) => (wrongValues[objectiveId] ?? null) !== null,
  );

  /** The latest values, for calls that end after more was typed. */
  const newest = useRef(draft.value);
  const type = (answers: CheckInAnswers) => {
    newest.current = answers;
    draft.set(answers);
  };
  const settle = (answers: CheckInAnswers) => {
    newest.current = answers;
    draft.settle(answers);
  };

  const base = (saved: CheckIn) => {
    basis.current = { version: saved.version, answers: answersOf(saved, overview) };
  };
  /** What was typed, without an answer to another question than the one in `checkIn`, which is shown next to it. */
  const toQuestionOf = (checkIn: CheckIn, typed: CheckInAnswers) => {
    const { question } = typed;
    if (question?.text.trim() && question.questionId !== checkIn.question?.questionId)
      setEarlierAnswer(question.text);
    return answersOf({ ...checkIn, draft: typed }, overview);
  };

  /** Deletes the local draft when the server has it. Text typed in the meantime stays. */
  const accept = (stored: CheckIn, sent: CheckInAnswers) => {
    base(stored);
    setConflict(null);
    if (isEqual(newest.current, sent)) settle(answersOf(stored, overview));
  };
  const show = (theirs: CheckIn) => {
    setWrongValues({});
    base(theirs);
    settle(answersOf(theirs, overview));
  };
  /** A check-in that was sent elsewhere is shown immediately; a draft only on request, because the user is typing. */
  const meet = (theirs: CheckIn, text: string, isAnswerToSending: boolean) => {
    if (!theirs.can.edit) return; // the form is replaced by `Reviewed`, which shows the local draft
    setConflict({ theirs, mine: toQuestionOf(theirs, newest.current), message: text, isAnswerToSending });
    if (theirs.sentAt !== null) show(theirs);
  };

  const autosave = useAutosave(async (answers: CheckInAnswers) => {
    const { data, error } = await change({
      week,
      change: { action: 'save', version: basis.current.version, answers, skipReason: null },
    });
    if (data) accept(data, answers);
    const theirs = conflictingCheckInOf(error);
    if (!theirs) return { error };
    meet(theirs, problemOf(error).message, false);
    return {};
  });

  const set = (answers: CheckInAnswers) => {
    setMessage(null);
    type(answers);
    if (!conflict) autosave.schedule(answers);
  };

  /** Without changes here, the form shows what another tab or device saves or sends. */
  const takeNewer = useEffectEvent(() => {
    if (current.version <= basis.current.version || isSending || conflict || hasWrongValues) return;
    const isSaved = autosave.state === 'idle' || autosave.state === 'saved';
    if (!isSaved || !isEqual(newest.current, basis.current.answers)) return;
    base(current);
    newest.current = basis.current.answers;
    draft.show(newest.current);
  });

  /** It was sent, refused or withdrawn. If it was refused because of another tab, the answers typed here stay. */
  const endWaiting = useEffectEvent((answers: CheckInAnswers) => {
    if (current.version <= basis.current.version) return;
    if (isSentAs(current, answers)) accept(current, answers);
    else
      meet(
        current,
        'This check-in was changed in another tab or on another device. Compare both versions and choose one.',
        false,
      );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the queue or the loaded check-in changes
  useEffect(() => {
    if (queued?.endpoint === 'changeCheckIn') {
      queuedAnswers.current = queued.args.change.answers;
      return;
    }
    if (queuedAnswers.current) endWaiting(queuedAnswers.current);
    else takeNewer();
    queuedAnswers.current = null;
  }, [queued, current]);

  /** The manager can ask a question, or another one, while the form is open. */
  const takeQuestion = useEffectEvent(() => {
    const typed = newest.current;
    if (isWaiting || typed.question?.questionId === current.question?.questionId) return;
    const answers = toQuestionOf(current, typed);
    type(answers);
    basis.current.answers = answersOf({ ...current, draft: basis.current.answers }, overview);
    const isUnsaved = differentParts(answers, answersOf(current, overview)).length > 0;
    if (!conflict && (isUnsaved || typed.question?.text)) autosave.schedule(answers);
  });
  const questionId = current.question?.questionId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the question changes, or answers can be changed again
  useEffect(() => takeQuestion(), [questionId, isWaiting]);

  const send = async () => {
    if (isSending) return;
    setMarked(hasWrongValues);
    if (hasWrongValues) return;
    if (answeredParts(newest.current).length === 0)
      return setMessage('Answer at least one question, or skip this check-in.');
    setSending(true);
    setMessage(null);
    await autosave.stopAndWait();
    const answers = newest.current;
    const { data, error } = await change({
      week,
      change: { action: 'send', version: basis.current.version, answers, skipReason: null },
    });
    setSending(false);
    const problem = error ? problemOf(error) : null;
    const theirs = conflictingCheckInOf(error);
    if (data) accept(data, answers);
    else if (theirs) meet(theirs, problem?.message ?? '', true);
    else if (problem?.kind !== 'offline') setMessage(problem?.message ?? null);
  };

  return {
    answers: draft.value,
    set,
    /** Values of objectives that are not valid, as typed. They are not in the answers, and prevent sending. */
    wrongValues,
    setWrongValue: (objectiveId: string, text: string | null) =>
      setWrongValues((all) => ({ ...all, [objectiveId]: text })),
    /** True after an attempt to send: wrong values are marked. */
    isMarked,
    send,
    isSending,
    /** True while it is queued: it is sent when the server can be reached, and cannot be changed until then. */
    isWaiting,
    /** Takes it out of the queue, to change it. */
    withdraw: () => dispatch(queuedCallWithdrawn({ id: queuedCheckInId(week) })),
    message,
    conflict,
    earlierAnswer,
    autosave,
    /** True if it differs from the sent check-in. */
    isUnsent: current.answers === null || current.draft !== null || draft.isChanged || hasWrongValues,
    takeTheirs: () => {
      if (conflict) show(conflict.theirs);
      setConflict(null);
    },
    keepMine: () => {
      if (!conflict) return;
      base(conflict.theirs);
      setConflict(null);
      const mine = toQuestionOf(current, conflict.mine);
      type(mine);
      autosave.schedule(mine);
    },
  };
}
export type CheckInForm = ReturnType<typeof useCheckInForm>;
