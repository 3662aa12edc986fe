import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import type { InvitablePeople, InvitablePerson } from '#contract/notifications/invitations.ts';
import { useSettled } from '#src/forms/useSettled.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useFindInvitableQuery } from '#store/programs/invitationsApi.ts';
import { InviteOption } from './InviteOption.tsx';
import './invite.css';

interface InvitePeopleProps {
  /** Id of the search field. */
  id: string;
  /** The program decides who can be invited. Empty while no program is selected. */
  programId: string;
  selected: readonly InvitablePerson[];
  error: string | undefined;
  onChange: (selected: InvitablePerson[]) => void;
}

/** Selects people to invite, from the start of the list or by name or email. Selected people stay listed. */
export function InvitePeople({ id, programId, selected, error, onChange }: InvitePeopleProps) {
  const [text, setText] = useState('');
  const search = searchText(useSettled(text));
  const query = useFindInvitableQuery({ programId, search }, { skip: programId === '' });
  const shown = programId === '' || query.error ? undefined : query.data; // never shows the results of another search
  const found = shown?.data ?? [];
  const isFound = (person: InvitablePerson) => found.some(({ userId }) => userId === person.userId);
  const isSelected = (person: InvitablePerson) => selected.some(({ userId }) => userId === person.userId);
  const toggle = (person: InvitablePerson) =>
    onChange(
      isSelected(person) ? selected.filter(({ userId }) => userId !== person.userId) : [...selected, person],
    );
  const describedBy = [`${id}-note`, error && `${id}-error`].filter(Boolean).join(' ');
  const rows = [...selected.filter((person) => !isFound(person)), ...found];
  return (
    <fieldset className="field invite" aria-describedby={describedBy}>
      <legend className="label">People</legend>
      {programId !== '' && (
        <input
          id={id}
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
            if (event.key === 'Enter') event.preventDefault(); // Enter must not submit the form during a search
          }}
        />
      )}
      <p className="help invite-note" id={`${id}-note`} role="status">
        {programId === ''
          ? 'Select a program first to see who you can invite.'
          : shown && !query.isFetching && searchSummary(search, found.length, shown)}
      </p>
      {query.error && (
        <div className="row row-wrap" role="alert">
          <p>The people did not load. {problemOf(query.error).message}</p>
          <Button small busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <ul className="invite-people">
          {rows.map((person) => (
            <InviteOption
              key={person.userId}
              person={person}
              isSelected={isSelected(person)}
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

/** A single letter would match too many people. */
const searchText = (text: string) =>
  Array.from(text.trim()).length > SEARCH_MIN_LENGTH ? text.trim().slice(0, 80) : '';

function searchSummary(search: string, found: number, { total, available }: InvitablePeople): string {
  if (total === 0)
    return search === ''
      ? 'There is no one you can invite to this program.'
      : `No one you can invite has a name or email that starts with “${search}”.`;
  const people = plural(total, '# person', '# people');
  if (found < total)
    return `Showing ${found} of ${people}. Type at least 2 letters of a name or email to search.`;
  if (search !== '') return `${people} found.`;
  if (available === 0) return 'Everyone you can invite is already invited or in the program.';
  const canInvite = `You can invite ${plural(available, '# person', '# people')}.`;
  if (available === total) return canInvite;
  return `${canInvite} ${plural(total - available, '# other is', '# others are')} already invited or in the program.`;
}
