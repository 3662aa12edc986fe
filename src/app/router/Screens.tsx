import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { RoutePath } from '#store/navigation/routes.ts';

const NotFound = lazy(() => import('#src/not-found/NotFound.tsx'));

/** The screen of each route inside the frame, loaded when it is first shown. `/` always redirects. */
const screens: Record<Exclude<RoutePath, '/' | '/login'>, ComponentType> = {
  '/home': lazy(() => import('#src/home/Home.tsx')),
  '/program': lazy(() => import('#src/programs/list/ProgramList.tsx')),
  '/program/:programId': lazy(() => import('#src/programs/program/ProgramPage.tsx')),
  '/program/:programId/sessions/:userId': lazy(() => import('#src/programs/learner/LearnerPage.tsx')),
  '/program/:programId/coaching/:sessionId': lazy(() => import('#src/programs/program/CoachingPage.tsx')),
  '/survey': lazy(() => import('#src/surveys/Surveys.tsx')),
  '/survey/propensity': lazy(() => import('#src/surveys/Propensity.tsx')),
  '/survey/participate/:surveyId': lazy(() => import('#src/surveys/Participate.tsx')),
  '/profile': lazy(() => import('#src/profile/Profile.tsx')),
  '/profile/edit': lazy(() => import('#src/profile/EditProfile.tsx')),
  '/admin/*': lazy(() => import('#src/admin/Admin.tsx')),
  '/content': lazy(() => import('#src/content/Content.tsx')),
  '/team': lazy(() => import('#src/team/Team.tsx')),
  '/privacy': lazy(() => import('#src/privacy/OutgoingData.tsx')),
  '/checkin': lazy(() => import('#src/checkin/CheckIn.tsx')),
  '/invitation': lazy(() => import('#src/account/Invitation.tsx')),
  '/reset-password': lazy(() => import('#src/account/ResetPassword.tsx')),
  '/unlock': lazy(() => import('#src/unlock/Unlock.tsx')),
  '/not-found': NotFound,
};

export default function Screens() {
  return (
    <Routes>
      {Object.entries(screens).map(([path, Screen]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
    </Routes>
  );
}
