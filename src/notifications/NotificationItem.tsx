import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { TextPart } from '#contract/notifications/notificationTexts.ts';
import { initialsOf } from '#contract/people.ts';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import type { NotificationBundle } from '#store/notifications/bundles.ts';
import { RichText } from './RichText.tsx';

interface NotificationItemProps {
  bundle: NotificationBundle;
  onFollow: () => void;
  children?: ReactNode;
}

/** All parts are plain text: markup in a name is shown as typed, and each name has its own reading direction. */
const textOf = (parts: readonly TextPart[]) =>
  parts.map((part, index) =>
    part.isStrong ? (
      <b key={index} dir="auto">
        {part.text}
      </b>
    ) : (
      part.text
    ),
  );

export function NotificationItem({ bundle, onFollow, children }: NotificationItemProps) {
  const { dayAndTime } = useFormats();
  const { parts, rows, people } = bundle;
  const [newest] = rows;
  const { fromUser, fromUserId, fromName, timestamp } = newest;
  const link = people === 1 ? bundle.link : null;
  const isNew = rows.some(({ status }) => status === 'new');
  const person = fromUser ?? {
    userId: fromUserId ?? 0,
    initials: initialsOf(fromName, ''),
    userAvatar: null,
  };
  return (
    <li className="notification" data-new={isNew || undefined}>
      <Avatar person={person} size="medium" />
      <div>
        <p>
          {link ? (
            <Link to={link.path} state={link.state} onClick={onFollow}>
              {textOf(parts)}
            </Link>
          ) : (
            textOf(parts)
          )}
        </p>
        {newest.payload.text && (
          <p className="notification-text text-2">
            <RichText html={newest.payload.text} />
          </p>
        )}
        <p className="meta">
          <span className="figures">{dayAndTime(timestamp)}</span>
          {people === 1 && rows.length > 1 && <span>{rows.length} times</span>}
          {link && <span aria-hidden="true">{link.label}</span>}
          {isNew && <span className="new-flag">New</span>}
        </p>
        {children}
      </div>
    </li>
  );
}
