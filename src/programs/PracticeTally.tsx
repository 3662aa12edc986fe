import type { Step } from '#contract/steps.ts';
import { Button } from '#src/ui/Button.tsx';
import { counted } from '#src/ui/dates.ts';
import { Rungs, rungsOf } from '#src/ui/Rungs.tsx';
import type { Recording } from './StepBody.tsx';

interface PracticeTallyProps {
  step: Step;
  tally: { count: number; goal: number };
  recording: Recording;
}

/** Practice in the field counts: each time one has tried it. */
export function PracticeTally({ step, tally: { count, goal }, recording }: PracticeTallyProps) {
  const setCount = (next: number) => void recording.record({ done: next >= goal, tally: next });
  return (
    <div className="stack-3">
      <div className="practice">
        <Rungs
          groups={rungsOf([{ done: Math.min(count, goal), total: goal }])}
          label={`${step.title}: tried ${count} of ${goal} times`}
        />
        <p className="small text-2">
          You tried it {count} of {counted(goal, 'time')}.
        </p>
      </div>
      <div className="row row-wrap">
        <Button small busy={recording.isSaving} onClick={() => setCount(count + 1)}>
          {count === 0 ? 'I tried it' : 'I tried it once more'}
        </Button>
        {count > 0 && (
          <Button look="plain" small disabled={recording.isSaving} onClick={() => setCount(count - 1)}>
            Take one back
          </Button>
        )}
      </div>
    </div>
  );
}
