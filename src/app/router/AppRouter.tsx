import { type ComponentType, lazy, Suspense } from 'react';
import { NavigationType, type Navigator, Router } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import { loadWhenIdle } from '#src/app/offline/loadWhenIdle.ts';
import RouteBoundary, { FrameBoundary } from '#src/app/shell/RouteBoundary.tsx';
import Shell from '#src/app/shell/Shell.tsx';
import { ScreenSkeleton } from '#src/ui/feedback/Skeleton.tsx';
import { guard } from '#store/navigation/guard.ts';
import { selectLocation, selectNavigationKind } from '#store/navigation/navigationSlice.ts';
import { routeOf } from '#store/navigation/routes.ts';
import { selectIsUnreachable, selectSession } from '#store/session/sessionSlice.ts';
import { Unreachable } from './Unreachable.tsx';

const Login = lazy(() => import('#src/login/Login.tsx'));
/**
 * Loaded in the same chunk as the frame and the sagas of a session, so that screens do not load their common code
 * again.
 */
const Screens = lazy(() => import(/* webpackChunkName: "session" */ './Screens.tsx'));

/** Loaded before it is needed: after a deployment, the server may not have its file any more. */
const UpdateNote = lazy<ComponentType>(async () => {
  const load = () => import(/* webpackChunkName: "version" */ '#src/app/offline/UpdateNote.tsx');
  return (await loadWhenIdle(window, load)) ?? { default: () => null };
});

const kinds = {
  START: NavigationType.Pop,
  POP: NavigationType.Pop,
  PUSH: NavigationType.Push,
  REPLACE: NavigationType.Replace,
};

/**
 * Renders the screen for the location in the state. The navigation saga makes redirects
 * (docs/decisions/0010-location-in-the-state.md).
 */
export function AppRouter({ navigator }: { navigator: Navigator }) {
  const location = useAppSelector(selectLocation);
  const kind = useAppSelector(selectNavigationKind);
  return (
    <Router location={location} navigationType={kinds[kind]} navigator={navigator}>
      <Suspense fallback={null}>
        <UpdateNote />
      </Suspense>
      <FrameBoundary>
        <Shell>
          <RouteBoundary>
            <GuardedScreen />
          </RouteBoundary>
        </Shell>
      </FrameBoundary>
    </Router>
  );
}

/** Renders a screen only after the guard has allowed it (docs/decisions/0007-route-guards.md). */
function GuardedScreen() {
  const location = useAppSelector(selectLocation);
  const session = useAppSelector(selectSession);
  const isUnreachable = useAppSelector(selectIsUnreachable);
  const verdict = guard(location, session);
  const isLogin = routeOf(location.pathname) === '/login';
  if (verdict.kind === 'wait' && isUnreachable) return <Unreachable />;
  // Restoring a session can take 2 s, because refreshes are limited (docs/decisions/0008-token-refresh.md).
  if (verdict.kind === 'wait' && !isLogin) return <ScreenSkeleton />;
  if (verdict.kind !== 'allow') return null;
  const Screen = isLogin ? Login : Screens;
  return (
    // The key remounts all screens when the user changes.
    <Screen key={session.user?.userId ?? 'signed out'} />
  );
}
