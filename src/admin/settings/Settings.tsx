import { ChevronDown } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Menu, MenuLink } from '#src/ui/overlays/Menu.tsx';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { SettingsLabel, useMarkedPages } from './SettingsLabel.tsx';
import { settingsPages } from './settingsPages.ts';
import './settings.css';

/** The frame of all settings: their list at the side, or a menu on narrow screens. */
export default function Settings() {
  const { pathname } = useAppSelector(selectLocation);
  const marked = useMarkedPages();
  const path = pathname.replace(/\/+$/, '');
  const page = settingsPages.find((one) => one.path === path);
  if (!page) return null; // the admin area finds pages by the same paths
  const { Screen } = page;
  return (
    <div className="settings">
      <nav className="settings-list" aria-label="Settings">
        {settingsPages.map((one) => (
          <Link key={one.path} to={one.path} aria-current={one === page ? 'page' : undefined}>
            <SettingsLabel page={one} isMarked={marked.includes(one.path)} />
          </Link>
        ))}
      </nav>
      <SettingsMenu key={path} current={page.label} marked={marked} />
      <div className="settings-body">
        <Suspense
          fallback={
            <Delayed>
              <div aria-hidden="true">
                <SkeletonHeader />
                <SkeletonRows count={3} />
              </div>
            </Delayed>
          }
        >
          <Screen key={path} />
        </Suspense>
      </div>
    </div>
  );
}

function SettingsMenu({ current, marked }: { current: string; marked: readonly string[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-outlined settings-menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{`Settings: ${current}`}</span>
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </button>
      {isOpen && (
        <Menu
          label="Settings"
          className="user-menu"
          button={button}
          align="start"
          onClose={() => setOpen(false)}
        >
          {settingsPages.map((page) => (
            <MenuLink key={page.path} to={page.path}>
              <SettingsLabel page={page} isMarked={marked.includes(page.path)} />
            </MenuLink>
          ))}
        </Menu>
      )}
    </>
  );
}
