import type { Participant } from '#contract/people.ts';
import { initialsOf } from '#contract/people.ts';

export const avatarPath = (avatarId: string | null) => avatarId && `/api/avatars/${avatarId}`;

export const logoPath = (logoId: string | null) => logoId && `/api/logos/${logoId}`;

interface NamedPerson {
  id: number;
  firstName: string;
  lastName: string;
  avatarId: string | null;
}

export const participantOf = ({ id, firstName, lastName, avatarId }: NamedPerson): Participant => ({
  userId: id,
  firstName,
  lastName,
  initials: initialsOf(firstName, lastName),
  userAvatar: avatarPath(avatarId),
});
