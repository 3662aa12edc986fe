import type { Participant } from '#contract/people.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { presenceLabels, usePresence } from '#src/presence/usePresence.ts';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';

/** A participant with presence and a button to message them. */
export function ParticipantRow({ person, relation }: { person: Participant; relation?: string }) {
  const presence = usePresence(person.userId);
  const detail = [relation, presenceLabels[presence]].filter(Boolean).join(', ');
  return (
    <li>
      <PersonRow person={person} presence={presence} detail={detail}>
        <MessageButton person={person} />
      </PersonRow>
    </li>
  );
}
