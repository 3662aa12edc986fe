import { createSelector } from '@reduxjs/toolkit';
import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#contract/access/session.ts';
import type { Need } from '#contract/home.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { listedNeeds } from '#src/home/needs.ts';
import { plural } from '#src/ui/text/plural.ts';
import { homeApi } from '#store/home/homeApi.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import type { RootState } from '#store/rootReducer.ts';
import { dueByArea, isIn, isLocked, learnerAt, navigationFor } from './navigation.ts';

const selectHome = homeApi.endpoints.getHome.select();
const selectLearnerProgram = programsApi.endpoints.getLearnerProgram.select;
const noNeeds: Need[] = [];
const selectListed = createSelector(
  (state: RootState) => selectHome(state).data,
  (home) => (home ? listedNeeds(home) : noNeeds),
);

/** The areas of the product, each with the number of needs that lead to it. */
export function NavigationLinks({ user, onClick }: { user: SessionUser; onClick?: () => void }) {
  const location = useAppSelector(selectLocation);
  const needs = useAppSelector(selectListed);
  const relation = useAppSelector((state) => {
    const learner = learnerAt(location.pathname);
    return learner ? selectLearnerProgram(learner)(state).data?.relation : undefined;
  });
  const due = dueByArea(needs, user);
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
        aria-current={isIn(location, path, user, relation) ? 'page' : undefined}
        title={
          count > 0 ? plural(count, '# item needs your attention', '# items need your attention') : undefined
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
