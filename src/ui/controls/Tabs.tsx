import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import './tabs.css';

export interface Tab {
  id: string;
  label: string;
  to: string;
  state?: unknown;
}
interface TabsProps {
  /** Accessible name of the tabs. */
  label: string;
  tabs: readonly Tab[];
  selected: string;
  /** The id of the panel below the tabs. */
  panel: string;
}

/** The left and right arrow keys select the neighbouring tab. */
function moveAmongTabs(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const all = Array.from(
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [],
  );
  const next = all[(all.indexOf(event.currentTarget) + step + all.length) % all.length];
  next?.focus();
  next?.click();
}

/** On a narrow screen the tabs scroll sideways. */
function scrollToTab(tab: HTMLElement | null) {
  if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft;
}

/** Tabs that are links: each has an address, so Back, links and new browser tabs work. */
export function Tabs({ label, tabs, selected, panel }: TabsProps) {
  return (
    <div className="tabs" role="tablist" aria-label={label}>
      {tabs.map(({ id, label: name, to, state }) => (
        <Link
          key={id}
          ref={id === selected ? scrollToTab : null}
          role="tab"
          id={id}
          to={to}
          state={state}
          replace
          aria-controls={panel}
          aria-selected={id === selected}
          tabIndex={id === selected ? 0 : -1}
          onKeyDown={moveAmongTabs}
        >
          {name}
        </Link>
      ))}
    </div>
  );
}
