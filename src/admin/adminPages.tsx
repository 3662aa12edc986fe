import { type ComponentType, lazy } from 'react';
import { settingsPages } from '#src/admin/settings/settingsPages.ts';

const Settings = lazy(() => import(/* webpackChunkName: "settings" */ '#src/admin/settings/Settings.tsx'));

export interface AdminPage {
  /** `:name` matches one segment. */
  path: string;
  /** Name in the section navigation. */
  label?: string;
  /** The browser tab's title. */
  title: string;
  Screen: ComponentType;
}

/** All pages of the administrators' area, in the order of the section navigation. Each is loaded when it is first shown. */
export const adminPages: readonly AdminPage[] = [
  {
    path: '/admin/home',
    label: 'Overview',
    title: 'Overview',
    Screen: lazy(() => import('#src/admin/overview/Overview.tsx')),
  },
  {
    path: '/admin/people',
    label: 'People',
    title: 'People',
    Screen: lazy(() => import('#src/admin/people/People.tsx')),
  },
  {
    path: '/admin/people/import',
    title: 'Import people',
    Screen: lazy(() => import(/* webpackChunkName: "people-import" */ '#src/admin/import/ImportUpload.tsx')),
  },
  {
    path: '/admin/people/import/:importId/columns',
    title: 'Match columns',
    Screen: lazy(() => import(/* webpackChunkName: "people-import" */ '#src/admin/import/ImportColumns.tsx')),
  },
  {
    path: '/admin/people/import/:importId/check',
    title: 'Check the import',
    Screen: lazy(() => import(/* webpackChunkName: "people-import" */ '#src/admin/import/ImportCheck.tsx')),
  },
  {
    path: '/admin/people/import/:importId/run',
    title: 'Importing people',
    Screen: lazy(() => import(/* webpackChunkName: "people-import" */ '#src/admin/import/ImportRun.tsx')),
  },
  {
    path: '/admin/people/:userId',
    title: 'Person',
    Screen: lazy(() => import('#src/admin/person/Person.tsx')),
  },
  {
    path: '/admin/departments',
    label: 'Departments',
    title: 'Departments',
    Screen: lazy(() => import('#src/admin/departments/Departments.tsx')),
  },
  {
    path: '/admin/data-requests',
    label: 'Data requests',
    title: 'Data requests',
    Screen: lazy(() => import('#src/admin/data-requests/DataRequests.tsx')),
  },
  {
    path: '/admin/audit',
    label: 'Audit log',
    title: 'Audit log',
    Screen: lazy(() => import('#src/admin/audit/Audit.tsx')),
  },
  ...settingsPages.map(({ path, title }) => ({
    path,
    title,
    ...(path === '/admin/settings' && { label: 'Settings' }),
    Screen: Settings,
  })),
];
