import { useLocation } from 'react-router-dom';
import { Tabs } from '#src/ui/Tabs.tsx';

/** Navigation state opens the topics; the same stands in the query, since a new tab loses the state (ruling 4). */
export function useShowsTopics(): boolean {
  const { search, state } = useLocation();
  const isAsked =
    typeof state === 'object' && state !== null && 'showTopics' in state && state.showTopics === true;
  return isAsked || new URLSearchParams(search).get('show') === 'topics';
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
