import { useState } from 'react';
import type { ChallengeForLearners } from '#contract/learning/challenges.ts';
import type { Step } from '#contract/learning/steps.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import './challenge.css';
import { ChallengeForm } from './ChallengeForm.tsx';
import { ChallengeResult } from './ChallengeResult.tsx';

interface ChallengeStepProps {
  programId: string;
  /** The version of the topic. */
  version: number;
  step: Step;
  challenge: ChallengeForLearners;
  isNext: boolean;
}

/** The questions, or the result of the last attempt. */
export function ChallengeStep({ programId, version, step, challenge, isNext }: ChallengeStepProps) {
  const result = step.work?.result ?? null;
  const [isRetrying, setRetrying] = useState(false);
  const [isNew, setNew] = useState(false);
  const canTry = step.can.record;
  if (result && !isRetrying)
    return (
      <div className="stack-4">
        <ChallengeResult
          challenge={challenge}
          result={result}
          attempts={step.work?.attempts ?? 1}
          isDone={step.state === 'done'}
          isNew={isNew}
        />
        {canTry && (
          <div className="row">
            <Button
              small
              onClick={() => {
                setRetrying(true);
                setNew(false);
              }}
            >
              Try again
            </Button>
          </div>
        )}
      </div>
    );
  if (!canTry) return null;
  return (
    <ChallengeForm
      key={version}
      programId={programId}
      version={version}
      step={step}
      challenge={challenge}
      isNext={isNext}
      onSubmitted={() => {
        setRetrying(false);
        setNew(true);
      }}
    />
  );
}
