import { startTransition, use } from 'react';
import type { Step, StepRecord } from '#contract/steps.ts';
import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { Linked } from '#src/ui/Linked.tsx';
import { Note } from '#src/ui/Note.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useRecordStepMutation } from '#store/programs/programsApi.ts';
import { ChallengeStep } from './challenge/ChallengeStep.tsx';
import { LockNote } from './LockNote.tsx';
import { PracticeTally } from './PracticeTally.tsx';
import { ReflectionForm } from './ReflectionForm.tsx';
import { ShowAtOnce } from './ShowAtOnce.ts';
import { isDone } from './stepKinds.ts';

export interface Recording {
  record: (record: StepRecord) => Promise<boolean>;
  isSaving: boolean;
}

interface StepBodyProps {
  programId: string;
  topicId: string;
  step: Step;
}

/** A mark that can be taken back is on screen at once; when the service refuses, it is gone again and the reason is there. */
function useRecording(programId: string, { stepKey }: Step) {
  const showAtOnce = use(ShowAtOnce);
  const [recordStep, { isLoading, error }] = useRecordStepMutation();
  const send = async (wanted: StepRecord) =>
    !('error' in (await recordStep({ programId, stepKey, record: wanted })));
  const record = (wanted: StepRecord) => {
    if (wanted.answer !== undefined) return send(wanted); // words are not taken back by a press
    return new Promise<boolean>((resolve) =>
      startTransition(async () => {
        showAtOnce({ stepKey, record: wanted });
        resolve(await send(wanted));
      }),
    );
  };
  return { recording: { record, isSaving: isLoading }, error };
}

/** What a step asks for, and the one thing its kind lets a person record. */
export function StepBody({ programId, topicId, step }: StepBodyProps) {
  const { recording, error } = useRecording(programId, step);
  return (
    <div className="step-body">
      {step.body && (
        <div className="prose">
          {step.body.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>
              <Linked text={paragraph} />
            </p>
          ))}
        </div>
      )}
      {step.challenge ? (
        <ChallengeStep programId={programId} step={step} challenge={step.challenge} />
      ) : (
        step.can.record && (
          <StepForm step={step} draftKey={`step/${programId}/${step.stepKey}`} recording={recording} />
        )
      )}
      {step.lock && <LockNote topicId={topicId} lock={step.lock} />}
      {!step.can.record && !step.lock && <WhyNot step={step} />}
      {error && <ErrorSummary>Not saved. {problemOf(error).message}</ErrorSummary>}
    </div>
  );
}

interface StepFormProps {
  step: Step;
  draftKey: string;
  recording: Recording;
}
function StepForm({ step, draftKey, recording }: StepFormProps) {
  if (step.kind === 'practice' && step.tally)
    return <PracticeTally step={step} tally={step.tally} recording={recording} />;
  if (step.kind === 'reflection')
    return <ReflectionForm step={step} draftKey={draftKey} recording={recording} />;
  const { record, isSaving } = recording;
  return (
    <div className="row row-wrap">
      {isDone(step) ? (
        <Button small busy={isSaving} onClick={() => void record({ done: false })}>
          Take the mark back
        </Button>
      ) : (
        <Button small busy={isSaving} onClick={() => void record({ done: true })}>
          Mark as done
        </Button>
      )}
    </div>
  );
}

/** A step that one cannot record oneself says what makes it done. */
function WhyNot({ step }: { step: Step }) {
  if (step.kind === 'reflection' && step.answer)
    return (
      <div className="prose">
        <p className="strong">What you wrote</p>
        <p className="keeps-lines">{step.answer}</p>
      </div>
    );
  if (step.waived)
    return (
      <Note>
        {step.waived.by} waived this step for you: {step.waived.reason}
      </Note>
    );
  if (isDone(step)) return null;
  if (step.kind === 'session')
    return <Note>This step is done when you and your coach have held the session.</Note>;
  if (step.kind === 'survey') return <Note>This step is done when you have answered the survey.</Note>;
  return <Note>Its topic does not take anything at the moment.</Note>;
}
