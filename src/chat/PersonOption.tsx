import { useEffect, useRef } from 'react';
import { fullName, type Person } from '#contract/people.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { useIsOnline } from './useIsOnline.ts';

interface PersonOptionProps {
  id: string;
  person: Person;
  isActive: boolean;
  onPick: () => void;
}

export function PersonOption({ id, person, isActive, onPick }: PersonOptionProps) {
  const isOnline = useIsOnline(person.userId);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  const about = [person.title, person.departmentName].filter(Boolean).join(', ');
  return (
    // The focus stays in the text field, which names the active option and takes the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div ref={row} id={id} role="option" aria-selected={isActive} className="search-option" onClick={onPick}>
      <Avatar person={person} isOnline={isOnline} />
      <div className="grow">
        <p className="strong">{fullName(person)}</p>
        <p className="small text-3">{about || person.emailAddress}</p>
      </div>
      {isOnline && <span className="small text-3">Online</span>}
    </div>
  );
}
