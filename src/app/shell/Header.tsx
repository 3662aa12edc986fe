import { Menu } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#contract/access/session.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { Notifications } from '#src/notifications/Notifications.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { LogoMark } from '#src/ui/display/LogoMark.tsx';
import { dialogOpened } from '#store/dialogs/dialogsSlice.ts';
import { NavigationLinks } from './NavigationLinks.tsx';
import { isLocked } from './navigation.ts';
import { SearchButton } from './SearchButton.tsx';
import { UserMenu } from './UserMenu.tsx';
import './header.css';

export function Header({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const logo = user.organisation?.logo;
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
          {logo ? <img className="logo-picture" src={logo} alt="" /> : <LogoMark />}
          <b>Trellis</b>
        </Link>
        <nav className="nav" aria-label="Main">
          <NavigationLinks user={user} />
        </nav>
        <div className="header-end">
          {!isLocked(user) && <SearchButton user={user} />}
          <Notifications />
          <UserMenu user={user} />
        </div>
      </div>
    </header>
  );
}
