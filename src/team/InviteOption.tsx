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
  // A person can be selected in a draft and have joined since then.
  const isDisabled = standing !== null && !isSelected;
  return (
    <li>
      <label className="radio invite-option" data-disabled={isDisabled || undefined}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-disabled={isDisabled}
          onChange={() => !isDisabled && onToggle()}
        />
        <PersonRow person={person} size="small" detail={title ?? emailAddress}>
          {standing && <span className="small text-3">{STANDING_LABELS[standing]}</span>}
        </PersonRow>
      </label>
    </li>
  );
}

const STANDING_LABELS = { invited: 'Already invited', takes_part: 'Already in the program' };
