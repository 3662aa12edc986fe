/** Initials on one of five tints by user id; the tint carries no meaning, so the initials are always there. */
export interface AvatarPerson {
  userId: number;
  initials: string;
  userAvatar: string | null;
}

interface AvatarProps {
  person: AvatarPerson;
  size?: 'small' | 'normal' | 'medium' | 'large';
  isOnline?: boolean;
}

export function Avatar({ person, size = 'normal', isOnline = false }: AvatarProps) {
  const classes = ['avatar', `avatar-${person.userId % 5}`];
  if (size !== 'normal') classes.push(`avatar-${size}`);
  if (isOnline) classes.push('is-online');
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
