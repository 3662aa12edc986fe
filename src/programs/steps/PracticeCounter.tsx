import { isCompletedBy } from '#contract/learning/stepRules.ts';
import type { Step } from '#contract/learning/steps.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ProgressSegments, segmentsOf } from '#src/ui/display/ProgressSegments.tsx';
import type { Recording } from './StepBody.tsx';
import { timesPractised } from './steps.ts';

interface PracticeCounterProps {
  step: Step;
  tally: { count: number; goal: number };
  isNext: boolean;
  recording: Recording;
}

/** Counts how often the learner has practised. The row of the step shows the count as text. */
export function PracticeCounter({ step, tally, isNext, recording }: PracticeCounterProps) {
  const { count, goal } = tally;
  const setCount = (next: number) =>
    void recording.record({
      done: isCompletedBy({ kind: 'tally', goal }, { isMarked: true, count: next }),
      tally: next,
    });
  return (
    <div className="stack-3">
      <div className="practice">
        <ProgressSegments
          groups={segmentsOf([{ done: Math.min(count, goal), total: goal }])}
          label={`${step.title}: practised ${timesPractised(tally)}`}
        />
      </div>
      <div className="row row-wrap">
        <Button
          variant={isNext ? 'primary' : 'outlined'}
          small
          busy={recording.isSaving}
          onClick={() => setCount(count + 1)}
        >
          Log practice
        </Button>
        {count > 0 && (
          <Button variant="plain" small disabled={recording.isSaving} onClick={() => setCount(count - 1)}>
            Remove last entry
          </Button>
        )}
      </div>
    </div>
  );
}
