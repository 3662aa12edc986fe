import { lazy, type ReactNode, Suspense } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { routeOf } from '#store/navigation/routes.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { HeaderSkeleton } from './HeaderSkeleton.tsx';
import '#src/ui/theme/theme.css';

const Frame = lazy(() => import(/* webpackChunkName: "session" */ './Frame.tsx'));

/** The frame around every screen. On login and set-up, the header, chat and footer are hidden and not loaded. */
export default function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useAppSelector(selectLocation);
  const user = useAppSelector(selectUser);
  const route = routeOf(pathname);
  if (route === '/login' || (!user && route === '/setup')) return children;
  if (!user)
    return (
      <main className="page" id="main" tabIndex={-1}>
        {children}
      </main>
    );
  return (
    <Suspense
      fallback={
        <Delayed>
          <HeaderSkeleton />
        </Delayed>
      }
    >
      <Frame user={user}>{children}</Frame>
    </Suspense>
  );
}
