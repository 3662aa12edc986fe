import { useLocation } from 'react-router-dom';
import { Tabs } from '#src/ui/controls/Tabs.tsx';

export type LearnerTab = 'Overview' | 'Topics' | 'Sessions';

/** The query repeats the navigation state, because a new tab loses the state. */
export function useLearnerTab(): LearnerTab {
  const { search, state } = useLocation();
  const hasShowTopicsState =
    typeof state === 'object' && state !== null && 'showTopics' in state && state.showTopics === true;
  const show = new URLSearchParams(search).get('show');
  if (show === 'sessions') return 'Sessions';
  return hasShowTopicsState || show === 'topics' ? 'Topics' : 'Overview';
}

export const learnerTabId = (tab: LearnerTab) => `tab-${tab}`;

export function LearnerTabs({ name, selected }: { name: string; selected: LearnerTab }) {
  const { pathname } = useLocation();
  const tabs = [
    { id: learnerTabId('Overview'), label: 'Overview', to: pathname },
    {
      id: learnerTabId('Topics'),
      label: 'Topics',
      to: `${pathname}?show=topics`,
      state: { showTopics: true },
    },
    { id: learnerTabId('Sessions'), label: 'Sessions', to: `${pathname}?show=sessions` },
  ];
  return <Tabs label={`About ${name}`} tabs={tabs} selected={learnerTabId(selected)} panel="tab-panel" />;
}
