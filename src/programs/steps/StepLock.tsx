import { Link, useLocation } from 'react-router-dom';
import type { Step } from '#contract/learning/steps.ts';
import { stepTarget } from '#contract/notifications/linkTargets.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';

/** Shows which step unlocks a step, with a link to it. */
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
