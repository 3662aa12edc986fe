import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import type { SessionUser } from '#contract/access/session.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { dialogClosed, dialogOpened, selectOpenDialog } from '#store/dialogs/dialogsSlice.ts';
import './userButton.css';

const UserMenuPopup = lazyPart(() => import('./UserMenuPopup.tsx'));

/** The user's name and avatar, with a menu whose code is loaded when the user reaches the button. */
export function UserMenu({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectOpenDialog) === 'userMenu';
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="user-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={UserMenuPopup.preload}
        onFocus={UserMenuPopup.preload}
        onClick={() => dispatch(isOpen ? dialogClosed() : dialogOpened('userMenu'))}
      >
        <Avatar person={user} />
        <span className="name">{fullName(user)}</span>
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </button>
      {isOpen && <UserMenuPopup user={user} button={button} />}
    </>
  );
}
