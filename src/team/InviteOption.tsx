import type { InvitablePerson } from '#contract/invitations.ts';
import { fullName } from '#contract/people.ts';

interface InviteOptionProps {
  person: InvitablePerson;
  isChosen: boolean;
  onToggle: () => void;
}

/** A person to tick. Who is in the program already stands there too, so that nobody looks for them in vain. */
export function InviteOption({ person, isChosen, onToggle }: InviteOptionProps) {
  const { standing, title, emailAddress } = person;
  return (
    <li>
      <label className="radio invite-option" data-off={standing !== null || undefined}>
        <input
          type="checkbox"
          checked={isChosen}
          aria-disabled={standing !== null}
          onChange={() => standing === null && onToggle()}
        />
        <span className="grow">
          {fullName(person)} <span className="small text-3">{title ?? emailAddress}</span>
        </span>
        {standing && <span className="small text-3">{STANDINGS[standing]}</span>}
      </label>
    </li>
  );
}

const STANDINGS = { invited: 'Invited already', takes_part: 'Takes part already' };
