import { useEffect, useRef } from 'react';
import { fullName, type Person } from '#contract/people.ts';
import { presenceWords, usePresence } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { sentenceCase } from '#src/ui/dates.ts';
import '#src/ui/personOption.css';

interface PersonOptionProps {
  id: string;
  person: Person;
  isActive: boolean;
  onPick: () => void;
}

export function PersonOption({ id, person, isActive, onPick }: PersonOptionProps) {
  const presence = usePresence(person.userId);
  const presenceWord = presenceWords[presence];
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  const about = [person.title, person.departmentName].filter(Boolean).join(', ');
  return (
    <button
      ref={row}
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      className="person-option"
      tabIndex={-1} // the focus stays in the text field, which names the active option and takes the keys
      onClick={onPick}
    >
      <Avatar person={person} presence={presence} />
      <span className="grow">
        <span className="search-name">{fullName(person)}</span>
        <span className="small text-3">{about || person.emailAddress}</span>
      </span>
      {presenceWord && <span className="small text-3">{sentenceCase(presenceWord)}</span>}
    </button>
  );
}
