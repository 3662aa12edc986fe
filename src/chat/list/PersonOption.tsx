import type { Person } from '#contract/people.ts';
import { presenceLabels, usePresence } from '#src/presence/usePresence.ts';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import { sentenceCase } from '#src/ui/text/sentenceCase.ts';

export function PersonOption({ person }: { person: Person }) {
  const presence = usePresence(person.userId);
  const presenceLabel = presenceLabels[presence];
  const position = [person.title, person.departmentName].filter(Boolean).join(', ') || person.emailAddress;
  const help = person.helpTopics && `Can help with ${formatList(person.helpTopics)}`;
  return (
    <PersonRow person={person} presence={presence} detail={help ? `${position}. ${help}` : position}>
      {presenceLabel && <span className="small text-3">{sentenceCase(presenceLabel)}</span>}
    </PersonRow>
  );
}
