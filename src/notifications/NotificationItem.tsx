import { format } from 'date-fns';
import { Link } from 'react-router-dom';
import { NOTIFICATION_DATE_FORMAT } from '#contract/limits.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import type { NotificationRow } from '#store/notifications/notificationsSelectors.ts';

/** One line of the bell. Every part is text: a name with markup in it is shown as the letters it has. */
export function NotificationItem({ row, onFollow }: { row: NotificationRow; onFollow: () => void }) {
  const { parts, link, fromUser, fromName, timestamp, status } = row;
  const text = parts.map((part, index) => (part.isStrong ? <b key={index}>{part.text}</b> : part.text));
  const person = fromUser ?? { userId: 0, initials: fromName.slice(0, 1), userAvatar: null };
  return (
    <li className="notification" data-new={status === 'new' || undefined}>
      <Avatar person={person} size="medium" />
      <div>
        <p>
          {link ? (
            <Link to={link.path} state={link.state} onClick={onFollow}>
              {text}
            </Link>
          ) : (
            text
          )}
        </p>
        <p className="meta">
          <span className="figures">{format(timestamp, NOTIFICATION_DATE_FORMAT)}</span>
          {link && <span aria-hidden="true">{link.label}</span>}
          {status === 'new' && <span className="new-flag">New</span>}
        </p>
      </div>
    </li>
  );
}
