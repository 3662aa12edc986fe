import type { SessionUser } from '#contract/session.ts';
import { normalPath, routeOf } from '#store/navigation/routes.ts';
import { redirectTargetOf } from '#store/navigation/safePath.ts';
import type { SessionState } from '#store/session/sessionSlice.ts';

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

/** The doors of the admin area that are open to everybody, as whole segments of the path (ruling 2). */
const OPEN_ADMIN_DOORS = /^\/admin\/programs\/(insights|create)\//;

/**
 * Who may be where: the specification's section 2 with rulings 2 to 6, decided before anything of the target is drawn.
 * Comfort only: the server answers each call by the same rules.
 */
export function guard({ pathname, search, hash }: Place, { status, user }: Who): Verdict {
  const route = routeOf(pathname);
  if (route === null) return redirect('/not-found');
  if (route === '/not-found') return allow;
  if (status === 'unknown') return { kind: 'wait' };
  const isSignedIn = status === 'signedIn' && user !== null;

  if (route === '/login') return isSignedIn ? redirect(redirectTargetOf(search) ?? '/home') : allow;
  // An address that already carries a target keeps the first one: targets are never nested.
  const gate = route === '/profile/edit' || route === '/survey/propensity';
  const here =
    (gate && redirectTargetOf(search)) || `${route === '/' ? '/home' : normalPath(pathname)}${search}${hash}`;
  if (!isSignedIn) return redirect(withTarget('/login', here));
  if (route === '/') return redirect('/home');
  if (gate) return allow;

  if (route === '/admin/*' && !user.isAdmin && !OPEN_ADMIN_DOORS.test(pathname)) return redirect('/home');
  return missingStep(user, here) ?? allow;
}

/** A score of 0 counts; only null and absent are missing (ruling 3). */
function missingStep(user: SessionUser, here: string): Verdict | null {
  if (user.lastProfileUpdate == null) return redirect(withTarget('/profile/edit', here));
  if (user.propensityScore == null) return redirect(withTarget('/survey/propensity', here));
  return null;
}
