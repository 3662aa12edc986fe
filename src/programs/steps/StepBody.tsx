import { startTransition, use } from 'react';
import type { StepRecord } from '#contract/learning/stepRecord.ts';
import type { Step } from '#contract/learning/steps.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { ChallengeStep } from '#src/programs/challenge/ChallengeStep.tsx';
import { FileStep } from '#src/programs/files/FileStep.tsx';
import { VideoStep } from '#src/programs/files/VideoStep.tsx';
import { PackageStep } from '#src/programs/package/PackageStep.tsx';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { OptimisticStepContext } from '#src/programs/program/optimisticProgram.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { LinkifiedText } from '#src/ui/text/LinkifiedText.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { queuedStepId, selectQueuedCalls } from '#store/offline/queuedCallsSlice.ts';
import { isDone } from '#store/programs/nextAction.ts';
import { useRecordStepMutation } from '#store/programs/programsApi.ts';
import { LinkStep } from './LinkStep.tsx';
import { PracticeCounter } from './PracticeCounter.tsx';
import { ReflectionForm } from './ReflectionForm.tsx';
import { RichTextView } from './RichTextView.tsx';
import { StepLock } from './StepLock.tsx';
import { SurveyStep } from './SurveyStep.tsx';

export interface Recording {
  record: (record: StepRecord) => Promise<boolean>;
  isSaving: boolean;
  /** Removes the error, because its cause may be gone. */
  forgetFailure: () => void;
}

interface StepBodyProps {
  programId: string;
  topicId: string;
  /** The version of the topic. */
  version: number;
  step: Step;
  /** The next step has the primary button of the screen. */
  isNext: boolean;
  /** Called when the step is recorded as done. */
  onDone: () => void;
}

/** Shows a reversible change before the server responds. A text is shown only after it is saved. */
function useRecording({ programId, step: { stepKey, state }, onDone }: StepBodyProps) {
  const showOptimistically = use(OptimisticStepContext);
  const preview = use(PreviewContext);
  const [recordStep, recording] = useRecordStepMutation();
  const send = async (next: StepRecord) => {
    const isSaved = !('error' in (await recordStep({ programId, stepKey, record: next })));
    if (isSaved && next.done && state !== 'done') onDone();
    return isSaved;
  };
  const record = (next: StepRecord) => {
    if (next.answer !== undefined) return send(next);
    return new Promise<boolean>((resolve) =>
      startTransition(async () => {
        showOptimistically({ stepKey, record: next });
        resolve(await send(next));
      }),
    );
  };
  const pretend = async (next: StepRecord) => {
    preview?.record(stepKey, next);
    if (next.done && state !== 'done') onDone();
    return true;
  };
  return {
    recording: {
      record: preview ? pretend : record,
      isSaving: recording.isLoading,
      forgetFailure: () => forgetFailures(recording),
    },
    error: recording.error,
    isPreview: preview !== null,
  };
}

/** The content of a step, and the form that records it. */
export function StepBody(props: StepBodyProps) {
  const { programId, topicId, version, step, isNext } = props;
  const { recording, error, isPreview } = useRecording(props);
  const isQueued = useAppSelector(selectQueuedCalls)[queuedStepId(programId, step.stepKey)] !== undefined;
  // A call without a response is queued, and its result is a toast. The error of the call itself stays the same.
  const failure = error ? problemOf(error) : null;
  const refusal = failure?.kind === 'offline' ? null : failure;
  const mayPretend = isPreview && (!step.can.record || step.kind === 'video') && !step.lock && !isDone(step);
  const isOpenSurvey = step.kind === 'survey' && !step.lock && !isDone(step);
  return (
    <div className="step-body">
      {step.document && <RichTextView document={step.document} />}
      {!step.document && step.body && (
        <div className="prose">
          {step.body.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>
              <LinkifiedText text={paragraph} />
            </p>
          ))}
        </div>
      )}
      {step.url && <LinkStep url={step.url} />}
      {isOpenSurvey && <SurveyStep topicId={topicId} step={step} isNext={isNext} />}
      {step.package ? (
        <PackageStep programId={programId} step={step} content={step.package} isNext={isNext} />
      ) : step.challenge ? (
        <ChallengeStep
          programId={programId}
          version={version}
          step={step}
          challenge={step.challenge}
          isNext={isNext}
        />
      ) : step.kind === 'video' ? (
        <VideoStep programId={programId} step={step} isNext={isNext} />
      ) : step.kind === 'file' ? (
        <FileStep programId={programId} step={step} isNext={isNext} />
      ) : (
        step.can.record && (
          <StepForm
            step={step}
            isNext={isNext}
            draftKey={isPreview ? null : `step/${programId}/${step.stepKey}`}
            recording={recording}
          />
        )
      )}
      {step.lock && <StepLock topicId={topicId} lock={step.lock} />}
      {!step.can.record && !step.lock && !isOpenSurvey && <ReadOnlyStep step={step} />}
      {mayPretend && (
        <div className="row">
          <Button small onClick={() => void recording.record({ done: true })}>
            {step.kind === 'session' ? 'Pretend the session was held' : 'Pretend it was completed'}
          </Button>
        </div>
      )}
      <div role="status">
        {isQueued && <Note>Saved in this browser. It is sent when Trellis can be reached.</Note>}
      </div>
      {refusal && !isQueued && (
        <ErrorSummary>
          Not saved. <ProblemText message={refusal.message} />
        </ErrorSummary>
      )}
    </div>
  );
}

interface StepFormProps {
  step: Step;
  isNext: boolean;
  draftKey: string | null;
  recording: Recording;
}
function StepForm({ step, isNext, draftKey, recording }: StepFormProps) {
  if (step.kind === 'practice' && step.tally)
    return <PracticeCounter step={step} tally={step.tally} isNext={isNext} recording={recording} />;
  if (step.kind === 'reflection')
    return <ReflectionForm step={step} isNext={isNext} draftKey={draftKey} recording={recording} />;
  const { record, isSaving } = recording;
  return (
    <div className="row row-wrap">
      {isDone(step) ? (
        <Button small busy={isSaving} onClick={() => void record({ done: false })}>
          Mark as not done
        </Button>
      ) : (
        <Button
          variant={isNext ? 'primary' : 'outlined'}
          small
          busy={isSaving}
          onClick={() => void record({ done: true })}
        >
          Mark as done
        </Button>
      )}
    </div>
  );
}

const BY_PACKAGE =
  'This step is completed when its package reports it as completed. You cannot mark it as done yourself.';
const BY_SESSION =
  'This step is completed by a session with your coach. You cannot mark it as done yourself.';

/** Explains how a step that the learner cannot record is completed. */
function ReadOnlyStep({ step }: { step: Step }) {
  if (step.kind === 'reflection' && step.answer)
    return (
      <div className="prose">
        <p className="strong">Your reflection</p>
        <p className="pre-wrap">{step.answer}</p>
      </div>
    );
  if (step.waived) return <Note>{`${step.waived.by} waived this step for you: ${step.waived.reason}`}</Note>;
  if (isDone(step)) return null;
  if (step.kind === 'package') return <Note>{BY_PACKAGE}</Note>;
  if (step.kind === 'session') return <Note>{BY_SESSION}</Note>;
  return <Note>This step cannot be changed at the moment.</Note>;
}
