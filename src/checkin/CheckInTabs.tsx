import { Link } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { teamCheckInsPath } from './checkInTexts.ts';

/** The two pages of a manager; nothing for people without direct reports. */
export function CheckInTabs({ selected }: { selected: 'own' | 'team' }) {
  const hasReports = useAppSelector((state) => selectUser(state)?.roles.hasReports ?? false);
  if (!hasReports && selected === 'own') return null;
  return (
    <nav className="check-in-tabs" aria-label="Check-ins">
      <Link to="/checkin" aria-current={selected === 'own' ? 'page' : undefined}>
        My check-in
      </Link>
      <Link to={teamCheckInsPath} aria-current={selected === 'team' ? 'page' : undefined}>
        Team
      </Link>
    </nav>
  );
}
