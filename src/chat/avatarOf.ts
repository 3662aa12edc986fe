import { initialsOf } from '#contract/people.ts';
import type { AvatarPerson } from '#src/ui/Avatar.tsx';
import type { Peer } from '#store/chat/chatSelectors.ts';

/** Until the directory is there, initials come from the name that the messages carry. */
export function avatarOf({ person, peerId, name }: Peer): AvatarPerson {
  if (person) return person;
  const words = name.split(' ');
  return { userId: peerId, userAvatar: null, initials: initialsOf(words[0] ?? '', words.slice(1).join(' ')) };
}
