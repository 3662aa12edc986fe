import { type ComponentType, lazy } from 'react';
import type { RoutePath } from '#store/navigation/routes.ts';

const NotFound = lazy(() => import('#src/not-found/NotFound.tsx'));

/** The screen of every route of the table, each loaded when it is first shown. `/` only ever redirects. */
export const screens: Record<Exclude<RoutePath, '/'>, ComponentType> = {
  '/login': lazy(() => import('#src/login/Login.tsx')),
  '/home': lazy(() => import('#src/home/Home.tsx')),
  '/program': lazy(() => import('#src/programs/ProgramList.tsx')),
  '/program/:programId': lazy(() => import('#src/programs/ProgramPage.tsx')),
  '/program/:programId/sessions/:userId': lazy(() => import('#src/programs/LearnerPage.tsx')),
  '/program/:programId/coaching/:sessionId': lazy(() => import('#src/programs/CoachingPage.tsx')),
  '/survey': lazy(() => import('#src/surveys/Surveys.tsx')),
  '/survey/propensity': lazy(() => import('#src/surveys/Propensity.tsx')),
  '/survey/participate/:surveyId': lazy(() => import('#src/surveys/Participate.tsx')),
  '/profile': lazy(() => import('#src/profile/Profile.tsx')),
  '/profile/edit': lazy(() => import('#src/profile/EditProfile.tsx')),
  '/admin/*': lazy(() => import('#src/admin/Admin.tsx')),
  '/content': lazy(() => import('#src/content/Content.tsx')),
  '/team': lazy(() => import('#src/team/Team.tsx')),
  '/privacy': lazy(() => import('#src/privacy/WhatLeaves.tsx')),
  '/checkin': lazy(() => import('#src/checkin/CheckIn.tsx')),
  '/not-found': NotFound,
};
