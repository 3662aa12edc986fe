import { useState } from 'react';
import { askedAnswers } from '#contract/surveys/branching.ts';
import type { Participation } from '#contract/surveys/surveys.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useSubmitSurveyMutation } from '#store/surveys/surveysApi.ts';
import { AnswerSteps } from './AnswerSteps.tsx';
import { useShowsAll } from './surveyAddress.ts';
import { type DraftState, useSurveyDraft } from './useSurveyDraft.ts';

interface AnswerSurveyProps {
  participation: Participation;
  onSubmitted: () => void;
  /** The survey was closed in the meantime. */
  onClosed: () => void;
}

/** A named or confidential survey, whose draft is kept on the server. Without a connection, the submission is queued. */
export function AnswerSurvey({ participation, onSubmitted, onClosed }: AnswerSurveyProps) {
  const { surveyId } = participation;
  const draft = useSurveyDraft(participation, onClosed);
  const [isPage, setPage] = useShowsAll();
  const [submit, { error }] = useSubmitSurveyMutation();
  /** True from the click on, also while a running save is awaited. */
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    await draft.stopAndWait();
    const { error: refused } = await submit({
      surveyId,
      response: { answers: askedAnswers(participation.questions, draft.answers) },
    });
    setSending(false);
    if (refused) {
      const { status, kind } = problemOf(refused);
      if (status === 422) onClosed();
      else if (kind !== 'offline') void draft.saveNow();
      return;
    }
    draft.settle();
    onSubmitted();
  };
  const problem = error ? problemOf(error) : null;
  return (
    <AnswerSteps
      survey={participation}
      answers={draft.answers}
      firstQuestion={draft.firstQuestion}
      status={saveTexts[draft.state]}
      isSending={isSending}
      error={problem && problem.kind !== 'offline' ? problem.message : null}
      isPage={isPage}
      onPage={setPage}
      onAnswer={(question, answer) => draft.change(question, answer)}
      onMove={(question) => draft.moveTo(question)}
      onSubmit={() => void send()}
    />
  );
}

const saveTexts: Record<DraftState, string> = {
  idle: 'Your answers are saved while you type.',
  saving: 'Saving your answers.',
  saved: 'Your answers so far are saved. You can continue on another device.',
  failed: 'Your answers are kept in this browser, because the server cannot be reached.',
};
