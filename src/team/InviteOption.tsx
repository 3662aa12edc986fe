import type { InvitablePerson } from '#contract/notifications/invitations.ts';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';

interface InviteOptionProps {
  person: InvitablePerson;
  isSelected: boolean;
  onToggle: () => void;
}

/** A person to select. People who are already in the program are listed but cannot be selected. */
export function InviteOption({ person, isSelected, onToggle }: InviteOptionProps) {
  const { standing, title, emailAddress } = person;
  return (
    <li>
      <label className="radio invite-option" data-disabled={standing !== null || undefined}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-disabled={standing !== null}
          onChange={() => standing === null && onToggle()}
        />
        <PersonRow person={person} size="small" detail={title ?? emailAddress}>
          {standing && <span className="small text-3">{STANDING_LABELS[standing]}</span>}
        </PersonRow>
      </label>
    </li>
  );
}

const STANDING_LABELS = { invited: 'Already invited', takes_part: 'Already in the program' };
