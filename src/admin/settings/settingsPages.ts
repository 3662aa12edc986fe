import { type ComponentType, lazy } from 'react';

export interface SettingsPage {
  path: string;
  /** Name in the list of settings. */
  label: string;
  /** The browser tab's title. */
  title: string;
  Screen: ComponentType;
}

/** All pages of the settings, in the order of their list. Each is loaded when it is first shown. */
export const settingsPages: readonly SettingsPage[] = [
  {
    path: '/admin/settings',
    label: 'General',
    title: 'General settings',
    Screen: lazy(() => import(/* webpackChunkName: "settings" */ './General.tsx')),
  },
  {
    path: '/admin/settings/branding',
    label: 'Branding',
    title: 'Branding',
    Screen: lazy(() => import(/* webpackChunkName: "settings" */ './Branding.tsx')),
  },
  {
    path: '/admin/settings/sign-on',
    label: 'Sign-on',
    title: 'Sign-on',
    Screen: lazy(() => import('#src/admin/settings/sign-on/SignOnSettings.tsx')),
  },
  {
    path: '/admin/settings/directory',
    label: 'Directory sync',
    title: 'Directory sync',
    Screen: lazy(() => import('#src/admin/settings/directory/DirectorySync.tsx')),
  },
  {
    path: '/admin/settings/programs',
    label: 'Programs and check-ins',
    title: 'Programs and check-ins',
    Screen: lazy(() => import(/* webpackChunkName: "settings" */ './Programs.tsx')),
  },
  {
    path: '/admin/settings/privacy',
    label: 'Privacy and retention',
    title: 'Privacy and retention',
    Screen: lazy(() => import(/* webpackChunkName: "settings" */ './Privacy.tsx')),
  },
  {
    path: '/admin/settings/webhooks',
    label: 'Webhooks',
    title: 'Webhooks',
    Screen: lazy(() => import('#src/admin/settings/webhooks/Webhooks.tsx')),
  },
];
