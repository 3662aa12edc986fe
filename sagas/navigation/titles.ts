import { type RoutePath, routeOf } from '#store/navigation/routes.ts';

const titles: Record<RoutePath, string> = {
  '/': 'Home',
  '/login': 'Sign in',
  '/unlock': 'Sign in without waiting',
  '/invitation': 'Invitation',
  '/reset-password': 'Reset password',
  '/home': 'Home',
  '/program': 'Programs',
  '/program/:programId': 'Program',
  '/program/:programId/sessions/:userId': 'Learner',
  '/program/:programId/coaching/:sessionId': 'Coaching session',
  '/survey': 'Surveys',
  '/survey/propensity': 'Readiness',
  '/survey/participate/:surveyId': 'Survey',
  '/profile': 'Profile',
  '/profile/edit': 'Edit profile',
  '/admin/*': 'Administration',
  '/content': 'Content',
  '/team': 'Team',
  '/checkin': 'Check-in',
  '/privacy': 'Data that leaves this browser',
  '/not-found': 'Page not found',
};

/** The title of the browser tab. */
export const titleOf = (pathname: string) => `${titles[routeOf(pathname) ?? '/not-found']} · Trellis`;
