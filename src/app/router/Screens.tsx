import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { RoutePath } from '#store/navigation/routes.ts';

const NotFound = lazy(() => import('#src/not-found/NotFound.tsx'));

/** The screen of each route inside the frame, loaded when it is first shown. `/` always redirects. */
const screens: Record<Exclude<RoutePath, '/' | '/login'>, ComponentType> = {
  '/home': lazy(() => import('#src/home/Home.tsx')),
  '/program': lazy(() => import('#src/programs/list/ProgramList.tsx')),
  '/program/coachees': lazy(() => import('#src/coaching/coachees/Coachees.tsx')),
  '/program/:programId': lazy(() => import('#src/programs/program/ProgramPage.tsx')),
  '/program/:programId/sessions/:userId': lazy(() => import('#src/programs/learner/LearnerPage.tsx')),
  '/program/:programId/coaching/:sessionId': lazy(() => import('#src/coaching/session/SessionPage.tsx')),
  '/program/:programId/plan-session': lazy(() => import('#src/coaching/planning/PlanPage.tsx')),
  '/survey': lazy(() => import('#src/surveys/Surveys.tsx')),
  '/survey/propensity': lazy(() => import('#src/surveys/Propensity.tsx')),
  '/survey/participate/:surveyId': lazy(() => import('#src/surveys/Participate.tsx')),
  '/survey/edit/:surveyId': lazy(() => import('#src/surveys/builder/Builder.tsx')),
  '/survey/results/:surveyId': lazy(() => import('#src/surveys/results/SurveyResults.tsx')),
  '/profile': lazy(() => import('#src/profile/Profile.tsx')),
  '/profile/edit': lazy(() => import('#src/profile/edit/EditProfile.tsx')),
  '/profile/calendar': lazy(() => import('#src/profile/calendar/CalendarSettings.tsx')),
  '/profile/notifications': lazy(() => import('#src/profile/notifications/NotificationSettings.tsx')),
  '/profile/devices': lazy(() => import('#src/profile/devices/Devices.tsx')),
  '/profile/my-data': lazy(() => import('#src/profile/my-data/MyData.tsx')),
  '/admin/*': lazy(() => import('#src/admin/Admin.tsx')),
  '/content': lazy(() => import('#src/content/Content.tsx')),
  '/content/topics/:topicId': lazy(() => import('#src/content/topic/TopicEditor.tsx')),
  '/content/topics/:topicId/versions': lazy(() => import('#src/content/versions/CompareVersions.tsx')),
  '/team': lazy(() => import('#src/team/Team.tsx')),
  '/privacy': lazy(() => import('#src/privacy/OutgoingData.tsx')),
  '/checkin': lazy(() => import('#src/checkin/CheckIn.tsx')),
  '/sign-on': lazy(() => import(/* webpackChunkName: "account" */ '#src/sign-on/SignOn.tsx')),
  '/invitation': lazy(() => import(/* webpackChunkName: "account" */ '#src/account/Invitation.tsx')),
  '/reset-password': lazy(() => import(/* webpackChunkName: "account" */ '#src/account/ResetPassword.tsx')),
  '/setup': lazy(() => import(/* webpackChunkName: "account" */ '#src/account/Setup.tsx')),
  '/unlock': lazy(() => import(/* webpackChunkName: "account" */ '#src/unlock/Unlock.tsx')),
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
