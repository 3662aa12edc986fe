import { objectivesPath } from '#src/objectives/objectivePaths.ts';
import { Tabs } from '#src/ui/controls/Tabs.tsx';

const tabs = [
  { id: 'tab-about', label: 'About you', to: '/profile' },
  { id: 'tab-objectives', label: 'Objectives', to: objectivesPath },
  { id: 'tab-calendar', label: 'Calendar', to: '/profile/calendar' },
  { id: 'tab-notifications', label: 'Notifications', to: '/profile/notifications' },
  { id: 'tab-devices', label: 'Password and devices', to: '/profile/devices' },
  { id: 'tab-my-data', label: 'My data', to: '/profile/my-data' },
] as const;
export type ProfileTab = (typeof tabs)[number]['id'];
export const PROFILE_PANEL = 'profile-panel';

export const ProfileTabs = ({ selected }: { selected: ProfileTab }) => (
  <Tabs label="Your profile" tabs={tabs} panel={PROFILE_PANEL} selected={selected} />
);
