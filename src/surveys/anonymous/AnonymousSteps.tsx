import { useState } from 'react';
import { askedAnswers } from '#contract/surveys/branching.ts';
import type { Participation } from '#contract/surveys/surveys.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { AnswerSteps } from '#src/surveys/participate/AnswerSteps.tsx';
import { BeforeYouStart } from '#src/surveys/participate/BeforeYouStart.tsx';
import { useShowsAll } from '#src/surveys/participate/surveyAddress.ts';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { anonymouslyAnswered } from '#store/surveys/anonymouslyAnswered.ts';
import { useRequestTicketMutation, useSubmitAnonymouslyMutation } from '#store/surveys/surveysApi.ts';
import { AnonymouslySubmitted, StartedElsewhere } from './AnonymousEnd.tsx';
import { boxOwner, type SurveyBox, ticketOf } from './surveyBox.ts';
import { useSendWhenOnline } from './useSendWhenOnline.ts';
import { useSurveyBox } from './useSurveyBox.ts';

interface AnonymousStepsProps {
  participation: Participation;
  onChanged: () => void;
}

/** An anonymous survey: a ticket that only this browser knows, answers that are kept here, and a response without an account. */
export function AnonymousSteps({ participation, onChanged }: AnonymousStepsProps) {
  const user = useAppSelector(selectUser);
  if (!user) return null;
  return (
    <Steps
      participation={participation}
      tenantId={user.tenantId}
      owner={boxOwner(user, participation.surveyId)}
      onChanged={onChanged}
    />
  );
}

interface StepsProps extends AnonymousStepsProps {
  tenantId: number;
  owner: string;
}
function Steps({ participation, tenantId, owner, onChanged }: StepsProps) {
  const { surveyId, ticketKey, hasTicket } = participation;
  const own = useSurveyBox(owner);
  const [isEditing, setEditing] = useState(false);
  const [isPage, setPage] = useShowsAll();
  const [failure, setFailure] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [requestTicket] = useRequestTicketMutation();
  const [submit, { isLoading, error }] = useSubmitAnonymouslyMutation();
  const dispatch = useAppDispatch();
  const { box } = own;
  const send = async () => {
    const signed = box ? ticketOf(box, tenantId) : null;
    if (!box || !signed) return;
    const answers = askedAnswers(participation.questions, box.answers);
    const { data, error: refused } = await submit({ surveyId, response: { answers, ticket: signed } });
    if (refused && problemOf(refused).status === 422) onChanged();
    if (!data) return;
    await own.change({ isSubmitted: true, at: null });
    setEditing(false);
  };
  const unsent = useSendWhenOnline(error, () => void send());
  if (own.hasFailed && !box)
    return (
      <ErrorSummary>
        This browser does not store data for this site, so it cannot keep your ticket. Allow storage, or use
        another browser.
      </ErrorSummary>
    );
  if (box === undefined)
    return (
      <>
        <SkeletonHeader />
        <SkeletonCard />
      </>
    );
  if (box === null && hasTicket) return <StartedElsewhere survey={participation} />;

  const start = async () => {
    if (!ticketKey || isStarting) return;
    setStarting(true);
    setFailure(null);
    try {
      const { blindMessage, unblind } = await import(
        /* webpackChunkName: "survey-ticket" */ './blindTicket.ts'
      );
      // The blinded message is kept before it is sent: a lost response can be requested again.
      const ticket = box?.ticket ?? { ...(await blindMessage(ticketKey)), signature: null };
      const kept: SurveyBox = box ?? { ticket, answers: {}, at: null, isSubmitted: false };
      await own.put(kept);
      const { data, error: refused } = await requestTicket({
        surveyId,
        request: { blinded: ticket.blinded },
      });
      if (!data) throw new Error(problemOf(refused).message);
      await own.put({
        ...kept,
        ticket: { ...ticket, signature: await unblind(ticketKey, ticket, data.signature) },
      });
    } catch (caught) {
      setFailure(caught instanceof Error ? caught.message : String(caught));
    }
    setStarting(false);
  };
  const ticket = box && ticketOf(box, tenantId);
  if (!box || !ticket)
    return (
      <>
        {failure && (
          <ErrorSummary>
            The survey was not started. <ProblemText message={failure} />
          </ErrorSummary>
        )}
        <BeforeYouStart survey={participation} isStarting={isStarting} onStart={() => void start()} />
      </>
    );

  if (box.isSubmitted && !isEditing)
    return (
      <AnonymouslySubmitted
        survey={participation}
        onEdit={() => setEditing(true)}
        onOpened={() => participation.answeredOn === null && dispatch(anonymouslyAnswered({ surveyId }))}
      />
    );
  return (
    <AnswerSteps
      survey={participation}
      answers={box.answers}
      firstQuestion={box.at}
      status={statusText(own, box.isSubmitted)}
      isSending={isLoading}
      error={unsent}
      isPage={isPage}
      onPage={setPage}
      onAnswer={(question, answer) => {
        const answers = { ...box.answers };
        if (answer === undefined) delete answers[question];
        else answers[question] = answer;
        void own.change({ answers });
      }}
      onMove={(at) => void own.change({ at })}
      onSubmit={() => void send()}
    />
  );
}

function statusText(
  { isStored, hasFailed }: { isStored: boolean; hasFailed: boolean },
  isSubmitted: boolean,
): string {
  if (hasFailed)
    return 'Your answers cannot be kept in this browser. Do not close this page before you submit them.';
  if (!isStored) return 'Saving your answers in this browser.';
  if (isSubmitted)
    return 'You submitted your answers. Changes are kept in this browser only, encrypted, until you submit them again.';
  return 'Your answers so far are kept in this browser only, encrypted, and not on the server.';
}
