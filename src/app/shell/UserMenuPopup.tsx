import { LogOut, Settings, UserRound } from 'lucide-react';
import type { RefObject } from 'react';
import type { SessionUser } from '#contract/access/session.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { Menu, MenuItem, MenuLink } from '#src/ui/overlays/Menu.tsx';
import { dialogClosed } from '#store/dialogs/dialogsSlice.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';

interface UserMenuPopupProps {
  user: SessionUser;
  button: RefObject<HTMLButtonElement | null>;
}

export default function UserMenuPopup({ user, button }: UserMenuPopupProps) {
  const dispatch = useAppDispatch();
  return (
    <Menu
      label={fullName(user)}
      className="user-menu"
      button={button}
      onClose={() => dispatch(dialogClosed())}
      head={
        <div className="user-menu-head">
          <p className="strong">{fullName(user)}</p>
          <p className="small text-3">{user.emailAddress}</p>
        </div>
      }
    >
      <MenuLink to="/profile/edit">
        <UserRound className="icon" aria-hidden="true" />
        Edit Profile
      </MenuLink>
      {user.isAdmin && (
        <MenuLink to="/admin/home">
          <Settings className="icon" aria-hidden="true" />
          Admin
        </MenuLink>
      )}
      <MenuItem onClick={() => dispatch(signOutRequested())}>
        <LogOut className="icon" aria-hidden="true" />
        (Logout)
      </MenuItem>
    </Menu>
  );
}
