import type { Step } from '#contract/steps.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { stepElementId } from './steps.ts';

/** Says what unlocks a step, with a button that goes there. */
export function StepLock({ topicId, lock }: { topicId: string; lock: NonNullable<Step['lock']> }) {
  const [first] = lock.stepKeys;
  return (
    <div className="stack">
      <Note lock>{lock.reason}</Note>
      {first !== undefined && (
        <div className="row">
          <Button
            small
            onClick={() => {
              const requiredStep = document.getElementById(stepElementId(topicId, first));
              requiredStep?.scrollIntoView({ block: 'center' });
              requiredStep?.focus();
            }}
          >
            Go to required step
          </Button>
        </div>
      )}
    </div>
  );
}
