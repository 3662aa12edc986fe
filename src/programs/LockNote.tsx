import type { Step } from '#contract/steps.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { stepId } from './stepId.ts';

/** Says what unlocks a step, and leads there. */
export function LockNote({ topicId, lock }: { topicId: string; lock: NonNullable<Step['lock']> }) {
  const [first] = lock.stepKeys;
  return (
    <div className="stack">
      <Note lock>{lock.reason}</Note>
      {first !== undefined && (
        <div className="row">
          <Button
            small
            onClick={() => {
              const line = document.getElementById(stepId(topicId, first));
              line?.scrollIntoView({ block: 'center' });
              line?.focus();
            }}
          >
            Go to what unlocks it
          </Button>
        </div>
      )}
    </div>
  );
}
