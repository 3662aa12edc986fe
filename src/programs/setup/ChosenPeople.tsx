import { X } from 'lucide-react';
import { fullName, type Participant } from '#contract/people.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';

interface ChosenPeopleProps {
  label: string;
  people: readonly Participant[];
  onRemove: (userId: number) => void;
}
/** People who were chosen, each with a button that removes them. */
export function ChosenPeople({ label, people, onRemove }: ChosenPeopleProps) {
  if (people.length === 0) return null;
  return (
    <ul className="wizard-list" aria-label={label}>
      {people.map((person) => (
        <li key={person.userId}>
          <div className="grow">
            <PersonRow person={person} size="small" />
          </div>
          <IconButton label={`Remove ${fullName(person)}`} small onClick={() => onRemove(person.userId)}>
            <X className="icon" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
