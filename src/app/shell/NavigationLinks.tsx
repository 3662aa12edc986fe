import { Lock } from 'lucide-react';
import { shallowEqual } from 'react-redux';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#contract/access/session.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { plural } from '#src/ui/text/plural.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { useDueByArea } from './dueNeeds.ts';
import { learnerScreenOf } from './learnerScreen.ts';
import { isIn, isLocked, navigationFor } from './navigation.ts';

/** The areas of the product, each with the number of needs that lead to it. */
export function NavigationLinks({ user, onClick }: { user: SessionUser; onClick?: () => void }) {
  const location = useAppSelector(selectLocation);
  const learner = useAppSelector((state) => learnerScreenOf(state, user.userId), shallowEqual);
  const due = useDueByArea();
  const locked = isLocked(user);
  return navigationFor(user).map(({ path, label, icon: Icon }) => {
    if (locked)
      return (
        <span key={path} className="nav-locked" title="Opens after your profile and the readiness questions">
          <Lock className="icon" aria-hidden="true" />
          {label}
        </span>
      );
    const count = due.get(path) ?? 0;
    return (
      <Link
        key={path}
        to={path}
        aria-current={isIn(location, path, user, learner) ? 'page' : undefined}
        title={
          count > 0
            ? plural(count, '# item on Home needs your attention', '# items on Home need your attention')
            : undefined
        }
        onClick={onClick}
      >
        <Icon className="icon" aria-hidden="true" />
        {label}
        {/* The style sheet shows the number, so that the link's accessible name stays the name of the area. */}
        {count > 0 && <span className="nav-count" data-count={count} />}
      </Link>
    );
  });
}
