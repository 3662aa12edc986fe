import { useState } from 'react';
import { isDoneWhenOpened, type PackageLaunch, type StepPackage } from '#contract/learning/packages.ts';
import type { Step } from '#contract/learning/steps.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useLaunchPackageMutation } from '#store/programs/packagesApi.ts';
import { PackagePlayer } from './PackagePlayer.tsx';
import { attemptSummary, trackedLabels } from './packageTexts.ts';

interface PackageStepProps {
  programId: string;
  step: Step;
  content: StepPackage;
  isNext: boolean;
}

/** The package of a step: its last result, what it records, and the buttons that open it. */
export function PackageStep({ programId, step, content, isNext }: PackageStepProps) {
  const [launchPackage, { isLoading, error }] = useLaunchPackageMutation();
  const [launch, setLaunch] = useState<PackageLaunch | null>(null);
  const { attempt } = content;
  const isEnded = attempt?.completion === 'completed' || (attempt?.success ?? 'unknown') !== 'unknown';
  const open = async (isNewAttempt: boolean) => {
    const { data } = await launchPackage({ programId, stepKey: step.stepKey, isNewAttempt });
    if (data) setLaunch(data);
  };
  return (
    <div className="stack-3">
      {attempt && <p className="figures">{`Attempt ${attempt.n}: ${attemptSummary(attempt)}`}</p>}
      {step.can.record && (
        <div className="row row-wrap">
          <Button
            variant={isNext ? 'primary' : 'outlined'}
            small
            busy={isLoading}
            onClick={() => void open(false)}
          >
            {attempt ? (isEnded ? 'Open again' : 'Continue package') : 'Start package'}
          </Button>
          {attempt && (
            <Button variant="plain" small disabled={isLoading} onClick={() => void open(true)}>
              Start a new attempt
            </Button>
          )}
        </div>
      )}
      <PrivacyNote>{recordedText(content)}</PrivacyNote>
      {error && (
        <ErrorSummary>
          Not opened. <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      {launch && (
        <PackagePlayer
          programId={programId}
          stepKey={step.stepKey}
          launch={launch}
          onClose={() => setLaunch(null)}
        />
      )}
    </div>
  );
}

function recordedText(content: StepPackage): string {
  if (isDoneWhenOpened(content))
    return 'The package reports no result. The step is done when you open it. The package does not get your name.';
  const values = formatList(content.tracks.map((value) => trackedLabels[value]));
  return `Recorded: ${values}. Coach and manager see only whether the step is done. The package does not get your name.`;
}
