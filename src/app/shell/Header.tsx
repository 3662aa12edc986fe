import { Menu } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#contract/session.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Notifications } from '#src/notifications/Notifications.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { LogoMark } from '#src/ui/display/LogoMark.tsx';
import { dialogOpened } from '#store/dialogs/dialogsSlice.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { isIn, navigationFor } from './navigation.ts';
import { UserMenu } from './UserMenu.tsx';
import './header.css';

export function Header({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const { pathname } = useAppSelector(selectLocation);
  return (
    <header className="header">
      <div className="header-in">
        <IconButton
          label="Menu"
          className="only-mobile"
          aria-haspopup="dialog"
          onClick={() => dispatch(dialogOpened('navMenu'))}
        >
          <Menu className="icon" />
        </IconButton>
        <Link className="logo" to="/home" aria-label="Trellis">
          <LogoMark />
          <b>Trellis</b>
        </Link>
        <nav className="nav" aria-label="Main">
          {navigationFor(user).map(({ path, label, icon: Icon }) => (
            <Link key={path} to={path} aria-current={isIn(pathname, path, user) ? 'page' : undefined}>
              <Icon className="icon" aria-hidden="true" />
              {label}
            </Link>
          ))}
        </nav>
        <div className="header-end">
          <Notifications />
          <UserMenu user={user} />
        </div>
      </div>
    </header>
  );
}
