import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { fullName, initialsOf } from '#contract/people.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { usePerson } from '#src/app/usePerson.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { useReturnedFocus } from '#src/ui/overlays/useReturnedFocus.ts';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { peerAlertDismissed, selectPeerAlert } from '#store/peer-alert/peerAlertSlice.ts';
import './peer-alert.css';

/** A peer has joined a coaching session that the user is not viewing. */
export default function PeerAlert() {
  const dispatch = useAppDispatch();
  const alert = useAppSelector(selectPeerAlert);
  const person = usePerson(alert?.userId ?? null);
  if (!alert) return null;
  const name = person ? fullName(person) : 'Someone';
  const shown = person ?? { userId: alert.userId ?? 0, initials: initialsOf(name, ''), userAvatar: null };
  return (
    <Card>
      <Avatar person={shown} size="medium" presence="online" />
      <div className="grow">
        <p className="strong">{name} joined your session</p>
        {alert.programName && <p className="text-2 small">{alert.programName}</p>}
      </div>
      <Link className={buttonClass('primary', true)} to={alert.path}>
        Join Now
      </Link>
      <IconButton label="Dismiss" small onClick={() => dispatch(peerAlertDismissed())}>
        <X className="icon" />
      </IconButton>
    </Card>
  );
}

function Card({ children }: { children: ReactNode }) {
  const card = useReturnedFocus<HTMLDivElement>();
  return (
    <div ref={card} className="peer-alert" role="alert">
      {children}
    </div>
  );
}
