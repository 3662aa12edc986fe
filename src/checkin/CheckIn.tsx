import { useLocation } from 'react-router-dom';
import { OwnCheckIn } from '#src/checkin/own/OwnCheckIn.tsx';
import { PastCheckIn } from '#src/checkin/own/PastCheckIn.tsx';
import { PersonHistory } from '#src/checkin/review/PersonHistory.tsx';
import { TeamCheckIns } from '#src/checkin/review/TeamCheckIns.tsx';
import './checkin.css';

/** The user's check-in, an earlier one, or those of their direct reports, depending on the address. */
export default function CheckIn() {
  const query = new URLSearchParams(useLocation().search);
  const [week, person] = [query.get('week'), query.get('person') ?? ''];
  const isTeam = query.get('view') === 'team';
  return (
    <div className="content">
      {isTeam && /^[1-9][0-9]{0,9}$/.test(person) && <PersonHistory key={person} userId={Number(person)} />}
      {isTeam && person === '' && <TeamCheckIns checkInId={query.get('check-in')} />}
      {!isTeam && week && <PastCheckIn key={week} week={week} />}
      {!isTeam && !week && <OwnCheckIn />}
    </div>
  );
}
