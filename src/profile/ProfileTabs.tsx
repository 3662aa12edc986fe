import { objectivesPath } from '#src/objectives/objectivePaths.ts';
import { Tabs } from '#src/ui/controls/Tabs.tsx';

const tabs = [
  { id: 'tab-about', label: 'About you', to: '/profile' },
  { id: 'tab-objectives', label: 'Objectives', to: objectivesPath },
] as const;
export const tabId = (isObjectives: boolean) => tabs[isObjectives ? 1 : 0].id;

export const ProfileTabs = ({ isObjectives }: { isObjectives: boolean }) => (
  <Tabs label="Your profile" tabs={tabs} panel="profile-panel" selected={tabId(isObjectives)} />
);
