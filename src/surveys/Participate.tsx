import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Participation } from '#contract/surveys/surveys.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { AnonymousSteps } from '#src/surveys/anonymous/AnonymousSteps.tsx';
import { AnswerSurvey } from '#src/surveys/participate/AnswerSurvey.tsx';
import { BeforeYouStart } from '#src/surveys/participate/BeforeYouStart.tsx';
import { QueuedSurvey } from '#src/surveys/participate/QueuedSurvey.tsx';
import { ClosedSurvey, SubmittedSurvey } from '#src/surveys/participate/SurveyEnd.tsx';
import { keptWith, withKept } from '#src/surveys/participate/useSurveyDraft.ts';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { queuedCallWithdrawn, queuedResponseId, selectQueuedCalls } from '#store/offline/queuedCallsSlice.ts';
import { surveyDraftKey } from '#store/surveys/surveyDraftKey.ts';
import { useGetParticipationQuery } from '#store/surveys/surveysApi.ts';
import './surveys.css';
import '#src/surveys/participate/participate.css';

/** Taking part in a survey: who can see what, then one question at a time, then what happens next. */
export default function Participate() {
  const { surveyId = '' } = useParams();
  const dispatch = useAppDispatch();
  const query = useGetParticipationQuery({ surveyId }, { refetchOnMountOrArgChange: true });
  const queued = useAppSelector(selectQueuedCalls)[queuedResponseId(surveyId)];
  const key = surveyDraftKey(surveyId);
  const kept = useAppSelector((root) => selectDraft(root, key));
  const takeBack = ({ args }: Extract<typeof queued, { endpoint: 'submitSurvey' }>) => {
    dispatch(draftChanged({ key, text: keptWith(kept, args.response.answers) }));
    dispatch(queuedCallWithdrawn({ id: queuedResponseId(surveyId) }));
  };
  return (
    <div className="content content-reading">
      {queued?.endpoint === 'submitSurvey' ? (
        // The questions are not kept in this browser, so the answers can be changed only while they are in memory.
        <QueuedSurvey onEdit={query.data ? () => takeBack(queued) : null} />
      ) : (
        <QueryContent
          query={query.isFetching ? { ...query, data: undefined, error: undefined } : query}
          title="Survey"
          failure="The survey did not load"
          skeleton={
            <>
              <SkeletonHeader />
              <SkeletonCard />
            </>
          }
          missing={
            <NotFoundState title="Survey not found" to="/survey" label="View your surveys">
              The survey may be closed, or you may not be invited. Ask the person who sent you the link.
            </NotFoundState>
          }
        >
          {(participation) => (
            <Steps key={surveyId} participation={participation} onChanged={() => void query.refetch()} />
          )}
        </QueryContent>
      )}
    </div>
  );
}

interface StepsProps {
  participation: Participation;
  onChanged: () => void;
}
function Steps({ participation, onChanged }: StepsProps) {
  const { surveyId, state, answeredOn, at } = participation;
  const kept = useAppSelector((root) => selectDraft(root, surveyDraftKey(surveyId)));
  const [step, setStep] = useState<'start' | 'answers' | 'submitted'>(() => {
    if (at !== null || kept !== '') return 'answers';
    return answeredOn === null ? 'start' : 'submitted';
  });
  if (state !== 'open')
    return <ClosedSurvey survey={participation} entered={withKept(participation.answers, kept)} />;
  if (participation.mode === 'anonymous')
    return <AnonymousSteps participation={participation} onChanged={onChanged} />;
  if (step === 'start') return <BeforeYouStart survey={participation} onStart={() => setStep('answers')} />;
  if (step === 'submitted')
    return <SubmittedSurvey survey={participation} onEdit={() => setStep('answers')} />;
  return (
    <AnswerSurvey
      participation={participation}
      onSubmitted={() => setStep('submitted')}
      onClosed={onChanged}
    />
  );
}
