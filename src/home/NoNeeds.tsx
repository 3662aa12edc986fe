import { Link } from 'react-router-dom';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';

/** Shown instead of the list when nothing needs the user's attention. */
export default function NoNeeds() {
  return (
    <div className="card">
      <EmptyState
        drawing="seed"
        title="You are up to date"
        action={
          <Link className={buttonClass('primary')} to="/program">
            View your programs
          </Link>
        }
      >
        Steps, topics and requests that need your attention appear here.
      </EmptyState>
    </div>
  );
}
