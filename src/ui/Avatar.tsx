/** Initials on one of five tints by user id; the tint carries no meaning, so the initials are always there. */
export interface AvatarPerson {
  userId: number;
  initials: string;
  userAvatar: string | null;
}

interface AvatarProps {
  person: AvatarPerson;
  size?: 'small' | 'normal' | 'medium' | 'large';
  /** A filled mark for who is there, a ring for who was there a moment ago. */
  presence?: 'online' | 'recently' | 'offline';
}

export function Avatar({ person, size = 'normal', presence = 'offline' }: AvatarProps) {
  const classes = ['avatar', `avatar-${person.userId % 5}`];
  if (size !== 'normal') classes.push(`avatar-${size}`);
  if (presence !== 'offline') classes.push('is-online');
  if (presence === 'recently') classes.push('is-away');
  return (
    // Drawn by the style sheet: initials are a picture, and no part of the name that stands beside them.
    <span
      className={classes.join(' ')}
      aria-hidden="true"
      data-initials={person.userAvatar ? undefined : person.initials}
    >
      {person.userAvatar && <img src={person.userAvatar} alt="" />}
    </span>
  );
}
