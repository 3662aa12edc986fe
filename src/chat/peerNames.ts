import { initialsOf } from '#contract/people.ts';
import type { AvatarPerson } from '#src/ui/people/Avatar.tsx';
import type { Peer } from '#store/chat/conversationSelectors.ts';

/** While the directory is loading, the initials come from the name in the peer's messages. */
export function avatarOf({ person, peerId, name }: Peer): AvatarPerson {
  if (person) return person;
  const parts = name.split(' ');
  return { userId: peerId, userAvatar: null, initials: initialsOf(parts[0] ?? '', parts.slice(1).join(' ')) };
}

/** A longer name leaves no room for the rest of a line in the widget. */
const FIRST_NAME_MAX_LENGTH = 24;

/** The first name for use in a sentence, or null if it is too long. */
export function firstNameOf(name: string): string | null {
  const first = name.split(' ')[0] ?? '';
  return first === '' || first.length > FIRST_NAME_MAX_LENGTH ? null : first;
}
