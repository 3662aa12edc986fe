import { useEffect, useRef } from 'react';
import type { Person } from '#contract/people.ts';
import { presenceLabels, usePresence } from '#src/presence/usePresence.ts';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import { sentenceCase } from '#src/ui/text/dates.ts';

interface PersonOptionProps {
  id: string;
  person: Person;
  isActive: boolean;
  onPick: () => void;
}

export function PersonOption({ id, person, isActive, onPick }: PersonOptionProps) {
  const presence = usePresence(person.userId);
  const presenceLabel = presenceLabels[presence];
  const option = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  const position = [person.title, person.departmentName].filter(Boolean).join(', ');
  return (
    <button
      ref={option}
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      className="person-option"
      tabIndex={-1} // The focus stays in the text field, which names the active option.
      onClick={onPick}
    >
      <PersonRow person={person} presence={presence} detail={position || person.emailAddress}>
        {presenceLabel && <span className="small text-3">{sentenceCase(presenceLabel)}</span>}
      </PersonRow>
    </button>
  );
}
