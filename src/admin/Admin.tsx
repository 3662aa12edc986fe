import { lazy, Suspense, useEffect } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { INSIGHTS_PATH } from '#src/insights/insightsPaths.ts';
import NotFound from '#src/not-found/NotFound.tsx';
import { BLANK_PROGRAM_PATH, NEW_PROGRAM_PATH } from '#src/programs/setup/wizardPaths.ts';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { personApi } from '#store/admin/personApi.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { adminPages } from './adminPages.tsx';
import { SectionNavigation } from './SectionNavigation.tsx';

const ProgramWizard = lazy(() => import('#src/programs/setup/ProgramWizard.tsx'));
const Insights = lazy(() => import('#src/insights/Insights.tsx'));

/** Pages that are open to everyone (docs/decisions/0007-route-guards.md). The server decides what a person sees there. */
const openPages = [
  { path: BLANK_PROGRAM_PATH, title: 'New program', Screen: ProgramWizard },
  { path: `${NEW_PROGRAM_PATH}:programId/*`, title: 'Program setup', Screen: ProgramWizard },
  { path: NEW_PROGRAM_PATH, title: 'New program', Screen: ProgramWizard },
  { path: `${INSIGHTS_PATH}*`, title: 'Insights', Screen: Insights },
];

const selectPerson = personApi.endpoints.getAdminPerson.select;

/** The administrators' area. */
export default function Admin() {
  const isAdmin = useAppSelector((state) => selectUser(state)?.isAdmin ?? false);
  const { pathname } = useAppSelector(selectLocation);
  const path = /^\/admin\/?$/.test(pathname) ? '/admin/home' : pathname;
  const page = adminPages.find((one) => matchPath(one.path, path));
  const userId = Number(matchPath('/admin/people/:userId', path)?.params.userId);
  const person = useAppSelector((state) => selectPerson({ userId })(state).data);
  const title = person ? fullName(person) : page?.title;
  const open = openPages.find((one) => matchPath(one.path, pathname));
  // Each navigation first sets the title of the whole area, so this effect runs after each one.
  useEffect(() => {
    if (open) document.title = `${open.title} · Trellis`;
    else if (isAdmin) document.title = `${title ?? 'Page not found'} · Trellis`;
  });
  if (open)
    return (
      <Suspense fallback={<Loading />}>
        <open.Screen />
      </Suspense>
    );
  if (!isAdmin) return <NotFound />;
  return (
    <>
      <SectionNavigation pathname={path} />
      <div className="content">
        <Suspense fallback={<Loading />}>
          <Routes>
            {adminPages.map(({ path: full, Screen }) => (
              <Route key={full} path={full.slice('/admin/'.length)} element={<Screen />} />
            ))}
            <Route path="*" element={page ? <page.Screen /> : <NotFound />} />
          </Routes>
        </Suspense>
      </div>
    </>
  );
}

const Loading = () => (
  <Delayed>
    <div aria-hidden="true">
      <SkeletonHeader />
      <SkeletonRows count={4} />
    </div>
  </Delayed>
);
