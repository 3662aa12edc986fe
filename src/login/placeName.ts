import { type RoutePath, routeOf } from '#store/navigation/routes.ts';

const names: Partial<Record<RoutePath, string>> = {
  '/program': 'your programs',
  '/program/:programId': 'the program',
  '/program/:programId/sessions/:userId': 'the topics of your learner',
  '/program/:programId/coaching/:sessionId': 'the coaching session',
  '/survey': 'your surveys',
  '/survey/propensity': 'the readiness questions',
  '/survey/participate/:surveyId': 'the survey',
  '/profile': 'your profile',
  '/profile/edit': 'your profile',
  '/admin/*': 'the admin area',
  '/content': 'the content library',
  '/team': 'your team',
  '/checkin': 'your check-in',
};

/** Where one is taken to after signing in, in words; null for one's own start page. */
export const placeName = (path: string | null): string | null =>
  path === null ? null : (names[routeOf(path.split(/[?#]/)[0] ?? '') ?? '/'] ?? null);
