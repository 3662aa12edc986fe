import type { SessionUser } from '#contract/access/session.ts';
import type { SessionState } from '#store/session/sessionSlice.ts';
import { normalPath, type RoutePath, routeOf } from './routes.ts';
import { isSignOnDone, redirectTargetOf } from './safePath.ts';

export type Verdict = { kind: 'allow' } | { kind: 'wait' } | { kind: 'redirect'; to: string };
export interface Place {
  pathname: string;
  search: string;
  hash: string;
}
type Who = Pick<SessionState, 'status' | 'user'>;

const allow: Verdict = { kind: 'allow' };
const redirect = (to: string): Verdict => ({ kind: 'redirect', to });
const withTarget = (path: string, target: string) => `${path}?redirectUrl=${encodeURIComponent(target)}`;

/** Routes that are open with and without a session, because links in mails must work for every session. */
const OPEN_ROUTES = new Set<RoutePath>([
  '/not-found',
  '/unlock',
  '/sign-on',
  '/invitation',
  '/reset-password',
  '/setup',
]);
/** Admin pages that every user may open, matched by whole path segments (decision 0007). */
const OPEN_ADMIN_PAGES = /^\/admin\/programs\/(insights|create)\//;

/**
 * Decides who may open which path, before anything of the target is rendered (decision 0007). The server applies the
 * same rules to every call.
 */
export function guard({ pathname, search, hash }: Place, { status, user }: Who): Verdict {
  const route = routeOf(pathname);
  if (route === null) return redirect('/not-found');
  // After creating the organisation, the person is redirected as soon as the session has started.
  if (route === '/setup' && user !== null) {
    const target = redirectTargetOf(search);
    if (target !== null) return redirect(target);
  }
  if (route === '/sign-on' && user !== null && isSignOnDone(search))
    return redirect(redirectTargetOf(search) ?? '/home');
  if (OPEN_ROUTES.has(route)) return allow;
  if (status === 'unknown') return { kind: 'wait' };
  const isSignedIn = status === 'signedIn' && user !== null;

  if (route === '/login') return isSignedIn ? redirect(redirectTargetOf(search) ?? '/home') : allow;
  // An address that already has a redirect target keeps it, so targets are never nested.
  const gate = route === '/profile/edit' || route === '/survey/propensity';
  const here =
    (gate && redirectTargetOf(search)) || `${route === '/' ? '/home' : normalPath(pathname)}${search}${hash}`;
  if (!isSignedIn) return redirect(withTarget('/login', here));
  if (route === '/') return redirect('/home');
  if (gate) return allow;

  // The admin area has its own rule and is not behind the profile and readiness gates.
  if (route === '/admin/*')
    return user.isAdmin || OPEN_ADMIN_PAGES.test(pathname) ? allow : redirect('/home');
  return missingStep(user, here) ?? allow;
}

/** A score of 0 counts as a score. Only null and undefined mean that it is missing. */
function missingStep(user: SessionUser, here: string): Verdict | null {
  if (user.lastProfileUpdate == null) return redirect(withTarget('/profile/edit', here));
  if (user.propensityScore == null) return redirect(withTarget('/survey/propensity', here));
  return null;
}
