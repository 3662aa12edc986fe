/** Every route of the application. `:name` matches one segment, a final `*` matches any rest. */
export const routePaths = [
  '/',
  '/login',
  '/unlock',
  '/sign-on',
  '/invitation',
  '/reset-password',
  '/setup',
  '/home',
  '/program',
  '/program/coachees',
  '/program/:programId',
  '/program/:programId/sessions/:userId',
  '/program/:programId/coaching/:sessionId',
  '/program/:programId/plan-session',
  '/survey',
  '/survey/propensity',
  '/survey/participate/:surveyId',
  '/survey/edit/:surveyId',
  '/survey/results/:surveyId',
  '/profile',
  '/profile/edit',
  '/profile/calendar',
  '/profile/notifications',
  '/profile/devices',
  '/profile/my-data',
  '/admin/*',
  '/content',
  '/content/topics/:topicId',
  '/content/topics/:topicId/versions',
  '/team',
  '/checkin',
  '/privacy',
  '/not-found',
] as const;
export type RoutePath = (typeof routePaths)[number];

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Removes empty segments. A trailing slash stays, because the guard's open admin pages require it. */
export const normalPath = (pathname: string) => pathname.replace(/\/{2,}/g, '/');
/** Whether two paths lead to the same place. */
export const isSamePath = (a: string, b: string) => segmentsOf(a).join('/') === segmentsOf(b).join('/');

function fits(route: RoutePath, segments: string[]): boolean {
  const parts = segmentsOf(route);
  const isOpen = parts.at(-1) === '*';
  if (isOpen ? segments.length < parts.length - 1 : segments.length !== parts.length) return false;
  return parts.every((part, index) => part === '*' || part.startsWith(':') || part === segments[index]);
}

/** The route of a path; null for an unknown path. */
export const routeOf = (pathname: string): RoutePath | null => {
  const segments = segmentsOf(pathname);
  return routePaths.find((route) => fits(route, segments)) ?? null;
};
