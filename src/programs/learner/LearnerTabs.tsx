import { useLocation } from 'react-router-dom';
import { Tabs } from '#src/ui/controls/Tabs.tsx';

/** The query repeats the navigation state, because a new tab loses the state. */
export function useShowsTopics(): boolean {
  const { search, state } = useLocation();
  const hasShowTopicsState =
    typeof state === 'object' && state !== null && 'showTopics' in state && state.showTopics === true;
  return hasShowTopicsState || new URLSearchParams(search).get('show') === 'topics';
}

export const learnerTabId = (isTopics: boolean) => (isTopics ? 'tab-Topics' : 'tab-Overview');

export function LearnerTabs({ name, isTopics }: { name: string; isTopics: boolean }) {
  const { pathname } = useLocation();
  const tabs = [
    { id: learnerTabId(false), label: 'Overview', to: pathname },
    {
      id: learnerTabId(true),
      label: 'Topics',
      to: `${pathname}?show=topics`,
      state: { showTopics: true },
    },
  ];
  return <Tabs label={`About ${name}`} tabs={tabs} selected={learnerTabId(isTopics)} panel="tab-panel" />;
}
