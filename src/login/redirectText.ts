import { type RoutePath, routeOf } from '#store/navigation/routes.ts';

const texts: Partial<Record<RoutePath, string>> = {
  '/program': 'Sign in to continue to your programs.',
  '/program/coachees': 'Sign in to continue to your coachees.',
  '/program/:programId': 'Sign in to continue to the program.',
  '/program/:programId/sessions/:userId': 'Sign in to continue to the topics of your learner.',
  '/program/:programId/coaching/:sessionId': 'Sign in to continue to the coaching session.',
  '/survey': 'Sign in to continue to your surveys.',
  '/survey/propensity': 'Sign in to continue to the readiness questions.',
  '/survey/participate/:surveyId': 'Sign in to continue to the survey.',
  '/profile': 'Sign in to continue to your profile.',
  '/profile/edit': 'Sign in to continue to your profile.',
  '/admin/*': 'Sign in to continue to the admin area.',
  '/content': 'Sign in to continue to the content library.',
  '/content/topics/:topicId': 'Sign in to continue to the content library.',
  '/content/topics/:topicId/versions': 'Sign in to continue to the content library.',
  '/team': 'Sign in to continue to your team.',
  '/checkin': 'Sign in to continue to your check-in.',
};

/** Name of the page that opens after the sign-in; null for the home page. */
export const redirectText = (path: string | null): string | null =>
  path === null ? null : (texts[routeOf(path.split(/[?#]/)[0] ?? '') ?? '/'] ?? null);
