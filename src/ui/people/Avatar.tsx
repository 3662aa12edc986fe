export interface AvatarPerson {
  userId: number;
  initials: string;
  userAvatar: string | null;
}

export interface AvatarProps {
  person: AvatarPerson;
  size?: 'small' | 'normal' | 'medium' | 'large';
  /** A filled dot for online, a ring for recently online. */
  presence?: 'online' | 'recently' | 'offline' | 'unknown';
}

/** A picture, or initials on one of 5 tints. The tint has no meaning. */
export function Avatar({ person, size = 'normal', presence = 'offline' }: AvatarProps) {
  const classes = ['avatar', `avatar-${person.userId % 5}`];
  if (size !== 'normal') classes.push(`avatar-${size}`);
  if (presence === 'online' || presence === 'recently') classes.push('is-online');
  if (presence === 'recently') classes.push('is-away');
  return (
    // The style sheet shows the initials, so that they are not read or copied together with the name.
    <span
      className={classes.join(' ')}
      aria-hidden="true"
      data-initials={person.userAvatar ? undefined : person.initials}
    >
      {person.userAvatar && <img src={person.userAvatar} alt="" />}
    </span>
  );
}
