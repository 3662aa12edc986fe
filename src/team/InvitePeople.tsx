import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { InvitablePerson } from '#contract/invitations.ts';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { useSettled } from '#src/forms/useSettled.ts';
import { Button } from '#src/ui/Button.tsx';
import { counted } from '#src/ui/dates.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useFindInvitableQuery } from '#store/programs/invitationsApi.ts';
import { InviteOption } from './InviteOption.tsx';
import './invite.css';

interface InvitePeopleProps {
  /** Whom one may invite depends on it; empty while none is chosen. */
  programId: string;
  chosen: readonly InvitablePerson[];
  error: string | undefined;
  onChange: (chosen: InvitablePerson[]) => void;
}

/** Whom to invite: the first of a long list, or whoever a name or an email begins with. Who was ticked stays in sight. */
export function InvitePeople({ programId, chosen, error, onChange }: InvitePeopleProps) {
  const id = useId();
  const [text, setText] = useState('');
  const search = wanted(useSettled(text));
  const query = useFindInvitableQuery({ programId, search }, { skip: programId === '' });
  const shown = programId === '' || query.error ? undefined : query.data; // not the people of another search
  const found = shown?.data ?? [];
  const isFound = (person: InvitablePerson) => found.some(({ userId }) => userId === person.userId);
  const isChosen = (person: InvitablePerson) => chosen.some(({ userId }) => userId === person.userId);
  const toggle = (person: InvitablePerson) =>
    onChange(
      isChosen(person) ? chosen.filter(({ userId }) => userId !== person.userId) : [...chosen, person],
    );
  const about = [`${id}-note`, error && `${id}-error`].filter(Boolean).join(' ');
  const rows = [...chosen.filter((person) => !isFound(person)), ...found];
  return (
    <fieldset className="field invite" aria-describedby={about}>
      <legend className="label">People</legend>
      {programId !== '' && (
        <input
          className="input"
          type="search"
          aria-label="Find people"
          aria-describedby={`${id}-note`}
          placeholder="Name or email"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault(); // the form is not sent with a name half typed
          }}
        />
      )}
      <p className="help invite-note" id={`${id}-note`} role="status">
        {programId === ''
          ? 'Choose the program first: whom you may invite depends on it.'
          : shown && !query.isFetching && noteFor(search, found.length, shown.total)}
      </p>
      {query.error && (
        <div className="row row-wrap" role="alert">
          <p>The people did not load. {problemOf(query.error).message}</p>
          <Button small busy={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <ul className="invite-people">
          {rows.map((person) => (
            <InviteOption
              key={person.userId}
              person={person}
              isChosen={isChosen(person)}
              onToggle={() => toggle(person)}
            />
          ))}
        </ul>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert className="icon" aria-hidden="true" />
          People {error}
        </p>
      )}
    </fieldset>
  );
}

/** One letter would find half of an organisation. */
const wanted = (text: string) =>
  Array.from(text.trim()).length > SEARCH_MIN_LENGTH ? text.trim().slice(0, 80) : '';

function noteFor(search: string, found: number, total: number): string {
  if (total === 0)
    return search === ''
      ? 'There is nobody whom you may invite to this program.'
      : `Nobody whom you may invite has a name or an email that begins with “${search}”.`;
  const people = counted(total, 'person', 'people');
  if (found < total)
    return `The first ${found} of ${people}. Type the first ${search === '' ? 'two letters' : 'letters'} of a name or an email to find anyone.`;
  return search === '' ? `${people} whom you may invite.` : `${people} found.`;
}
