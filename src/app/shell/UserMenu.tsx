import { ChevronDown, LogOut, Settings, UserRound } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { SessionUser } from '#contract/session.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { dialogClosed, dialogOpened, selectOpenDialog } from '#store/dialogs/dialogsSlice.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import './menu.css';
import './userMenu.css';

/** One's name, and under it one's own things. */
export function UserMenu({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectOpenDialog) === 'userMenu';
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) dispatch(dialogClosed());
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen, dispatch]);
  const close = () => {
    dispatch(dialogClosed());
    button.current?.focus();
  };
  const name = fullName(user);
  return (
    <div ref={place}>
      <button
        ref={button}
        type="button"
        className="user-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => dispatch(isOpen ? dialogClosed() : dialogOpened('userMenu'))}
      >
        <Avatar person={user} />
        <span className="name">{name}</span>
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </button>
      {isOpen && <OpenMenu user={user} onClose={close} />}
    </div>
  );
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function OpenMenu({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const menu = useRef<HTMLDivElement>(null);
  const items = () => Array.from(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []);
  useEffect(() => menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    if (!step) return;
    event.preventDefault();
    const all = items();
    all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus();
  };
  return (
    <div className="user-menu">
      <div className="user-menu-head">
        <p className="strong">{fullName(user)}</p>
        <p className="small text-3">{user.emailAddress}</p>
      </div>
      <div ref={menu} role="menu" tabIndex={-1} aria-label={fullName(user)} onKeyDown={onKeyDown}>
        <Link className="menu-item" role="menuitem" to="/profile/edit">
          <UserRound className="icon" aria-hidden="true" />
          Edit Profile
        </Link>
        {user.isAdmin && (
          <Link className="menu-item" role="menuitem" to="/admin/home">
            <Settings className="icon" aria-hidden="true" />
            Admin
          </Link>
        )}
        <button
          type="button"
          className="menu-item"
          role="menuitem"
          onClick={() => dispatch(signOutRequested())}
        >
          <LogOut className="icon" aria-hidden="true" />
          (Logout)
        </button>
      </div>
    </div>
  );
}
