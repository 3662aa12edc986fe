import type { Participant } from '#contract/people.ts';
import { initialsOf } from '#contract/people.ts';

export const avatarPath = (avatarId: string | null) => avatarId && `/api/avatars/${avatarId}`;

export const logoPath = (logoId: string | null) => logoId && `/api/logos/${logoId}`;

export interface NamedPerson {
  id: number;
  firstName: string;
  lastName: string;
  avatarId: string | null;
}

/** SQL: a person as JSON, for `participantOf`. */
export const personJson = (user: string) =>
  `json_build_object('id', ${user}.id, 'firstName', ${user}.first_name, 'lastName', ${user}.last_name, 'avatarId', ${user}.avatar_id)`;

export const participantOf = ({ id, firstName, lastName, avatarId }: NamedPerson): Participant => ({
  userId: id,
  firstName,
  lastName,
  initials: initialsOf(firstName, lastName),
  userAvatar: avatarPath(avatarId),
});
