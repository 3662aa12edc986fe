import { fullName } from '#contract/people.ts';
import type { Participant } from '#contract/programs.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { presenceWords, usePresence } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';

export function PersonRow({ person, relation }: { person: Participant; relation?: string }) {
  const presence = usePresence(person.userId);
  const words = [relation, presenceWords[presence]].filter(Boolean).join(', ');
  return (
    <li>
      <Avatar person={person} presence={presence} />
      <div className="grow">
        <p className="strong">{fullName(person)}</p>
        {words && <p className="small text-3">{words}</p>}
      </div>
      <MessageButton person={person} />
    </li>
  );
}
