import { NavigationType, type Navigator, Route, Router, Routes } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import RouteBoundary from '#src/app/shell/RouteBoundary.tsx';
import Shell from '#src/app/shell/Shell.tsx';
import { guard } from '#store/navigation/guard.ts';
import { selectLocation, selectNavigationKind } from '#store/navigation/navigationSlice.ts';
import { selectIsUnreachable, selectSession } from '#store/session/sessionSlice.ts';
import { screens } from './routes.tsx';
import { Unreachable } from './Unreachable.tsx';

const kinds = {
  START: NavigationType.Pop,
  POP: NavigationType.Pop,
  PUSH: NavigationType.Push,
  REPLACE: NavigationType.Replace,
};

/** Draws what the state says. It moves nobody: a redirect is made by the saga on the event that made it due. */
export function AppRouter({ navigator }: { navigator: Navigator }) {
  const location = useAppSelector(selectLocation);
  const kind = useAppSelector(selectNavigationKind);
  return (
    <Router location={location} navigationType={kinds[kind]} navigator={navigator}>
      <Shell>
        <RouteBoundary>
          <GuardedScreen />
        </RouteBoundary>
      </Shell>
    </Router>
  );
}

/** Nothing of a target is drawn before the guard has let the person in. */
function GuardedScreen() {
  const location = useAppSelector(selectLocation);
  const session = useAppSelector(selectSession);
  const isUnreachable = useAppSelector(selectIsUnreachable);
  const verdict = guard(location, session);
  if (verdict.kind === 'wait' && isUnreachable) return <Unreachable />;
  if (verdict.kind !== 'allow') return null;
  return (
    // Another person's screens start anew.
    <Routes key={session.user?.userId ?? 'nobody'}>
      {Object.entries(screens).map(([path, Screen]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
    </Routes>
  );
}
