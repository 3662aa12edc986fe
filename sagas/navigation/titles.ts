import type { AppLocation } from '#store/navigation/navigationSlice.ts';
import { type RoutePath, routeOf } from '#store/navigation/routes.ts';

const titles: Record<RoutePath, string> = {
  '/': 'Home',
  '/login': 'Sign in',
  '/unlock': 'Sign in without waiting',
  '/sign-on': 'Single sign-on',
  '/invitation': 'Invitation',
  '/reset-password': 'Reset password',
  '/setup': 'Set up Trellis',
  '/home': 'Home',
  '/program': 'Programs',
  '/program/coachees': 'Coachees',
  '/program/:programId': 'Program',
  '/program/:programId/sessions/:userId': 'Learner',
  '/program/:programId/coaching/:sessionId': 'Coaching session',
  '/program/:programId/plan-session': 'Plan session',
  '/survey': 'Surveys',
  '/survey/propensity': 'Readiness',
  '/survey/participate/:surveyId': 'Survey',
  '/survey/edit/:surveyId': 'Edit survey',
  '/survey/results/:surveyId': 'Survey results',
  '/profile': 'Profile',
  '/profile/edit': 'Edit profile',
  '/profile/calendar': 'Calendar',
  '/profile/notifications': 'Notification settings',
  '/profile/devices': 'Password and devices',
  '/profile/my-data': 'My data',
  '/admin/*': 'Administration',
  '/content': 'Content',
  '/content/topics/:topicId': 'Topic',
  '/content/topics/:topicId/versions': 'Compare versions',
  '/team': 'Team',
  '/checkin': 'Check-in',
  '/privacy': 'Data that leaves this browser',
  '/not-found': 'Page not found',
};

/** The browser tab's title. Objectives are an area of their own, although their address is part of the profile. */
export function titleOf({ pathname, search }: Pick<AppLocation, 'pathname' | 'search'>) {
  const route = routeOf(pathname) ?? '/not-found';
  const isObjectives = route === '/profile' && new URLSearchParams(search).get('show') === 'objectives';
  return `${isObjectives ? 'Objectives' : titles[route]} · Trellis`;
}
