import { LogOut, Settings, UserRound, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#contract/access/session.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { LogoMark } from '#src/ui/display/LogoMark.tsx';
import { Sheet } from '#src/ui/overlays/Dialog.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { dialogClosed } from '#store/dialogs/dialogsSlice.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import { NavigationLinks } from './NavigationLinks.tsx';
import '#src/ui/overlays/menu.css';
import './menu.css';

/** The menu on phones. It slides in from the inline start. */
export default function MobileMenu({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const close = () => dispatch(dialogClosed());
  return (
    <Sheet label="Menu" className="menu menu-sheet" onClose={close}>
      <div className="menu-head">
        <span className="logo">
          <LogoMark />
          Trellis
        </span>
        <IconButton label="Close menu" onClick={close}>
          <X className="icon" />
        </IconButton>
      </div>
      <nav aria-label="Main">
        <NavigationLinks user={user} onClick={close} />
      </nav>
      <div className="menu-foot">
        <div className="row menu-person">
          <Avatar person={user} size="medium" />
          <div className="grow">
            <p className="strong">{fullName(user)}</p>
            <p className="small text-3">{user.tenantName}</p>
          </div>
        </div>
        <Link className="menu-item" to="/profile/edit" onClick={close}>
          <UserRound className="icon" aria-hidden="true" />
          Edit Profile
        </Link>
        {user.isAdmin && (
          <Link className="menu-item" to="/admin/home" onClick={close}>
            <Settings className="icon" aria-hidden="true" />
            Admin
          </Link>
        )}
        <button type="button" className="menu-item" onClick={() => dispatch(signOutRequested())}>
          <LogOut className="icon" aria-hidden="true" />
          (Logout)
        </button>
      </div>
    </Sheet>
  );
}
