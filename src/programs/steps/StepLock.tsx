import { Link, useLocation } from 'react-router-dom';
import { stepTarget } from '#contract/linkTargets.ts';
import type { Step } from '#contract/steps.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';

/** Says what unlocks a step, with a link that goes there. */
export function StepLock({ topicId, lock }: { topicId: string; lock: NonNullable<Step['lock']> }) {
  const { search } = useLocation();
  const [first] = lock.stepKeys;
  return (
    <div className="stack">
      <Note lock>{lock.reason}</Note>
      {first !== undefined && (
        <div className="row">
          <Link
            className={buttonClass('outlined', true)}
            to={{ search, hash: stepTarget({ topicId, stepKey: first }) }}
          >
            Go to required step
          </Link>
        </div>
      )}
    </div>
  );
}
