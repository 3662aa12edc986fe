import { type KeyboardEvent, useId, useState } from 'react';
import { fullName, type Person } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { selectPersonById } from '#store/people/directory.ts';
import { selectPeopleIndex } from '#store/people/peopleIndex.ts';
import { searchPeople } from '#store/people/searchPeople.ts';
import '#src/ui/personOption.css';
import './personField.css';

interface PersonFieldProps {
  label: string;
  help: string;
  error?: string | null | undefined;
  value: number | null;
  /** Who cannot be meant. */
  without?: readonly number[];
  onChange: (userId: number | null) => void;
}

const SHOWN = 6;
/** Ids begin with 1: nobody is left out but who is named. */
const NOBODY = 0;

/** One person, looked for by the beginning of a name: by arrows and Enter, or by pointer. */
export function PersonField({ label, help, error, value, without = [], onChange }: PersonFieldProps) {
  const id = useId();
  const chosen = useAppSelector((state) => (value === null ? null : selectPersonById(state, value)));
  const about = [`${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      {chosen ? (
        <>
          <p className="label" id={`${id}-label`}>
            {label}
          </p>
          <div className="row chosen-person">
            <Avatar person={chosen} size="small" />
            <span className="grow">{fullName(chosen)}</span>
            <Button
              look="plain"
              small
              onClick={() => onChange(null)}
              aria-label={`Remove ${fullName(chosen)}`}
            >
              Remove
            </Button>
          </div>
        </>
      ) : (
        <PersonSearch
          id={id}
          label={label}
          about={about}
          without={without}
          isWrong={Boolean(error)}
          onPick={onChange}
        />
      )}
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface PersonSearchProps {
  id: string;
  label: string;
  about: string;
  without: readonly number[];
  isWrong: boolean;
  onPick: (userId: number) => void;
}
function PersonSearch({ id, label, about, without, isWrong, onPick }: PersonSearchProps) {
  const index = useAppSelector(selectPeopleIndex);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const found = searchPeople(index, text, NOBODY)
    .filter(({ userId }) => !without.includes(userId))
    .slice(0, SHOWN);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault(); // the form is not sent with a name half typed
      const person = found[active];
      if (person) onPick(person.userId);
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault();
      setText('');
    }
  };
  return (
    <>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[active] ? `${id}-${found[active].userId}` : undefined}
        aria-autocomplete="list"
        aria-describedby={about}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Beginning of a name"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="person-options" role="listbox" id={`${id}-list`} aria-label={label}>
        {found.map((person, at) => (
          <PersonOption
            key={person.userId}
            id={`${id}-${person.userId}`}
            person={person}
            isActive={at === active}
            onPick={() => onPick(person.userId)}
          />
        ))}
      </div>
    </>
  );
}

interface PersonOptionProps {
  id: string;
  person: Person;
  isActive: boolean;
  onPick: () => void;
}
const PersonOption = ({ id, person, isActive, onPick }: PersonOptionProps) => (
  <button
    type="button"
    role="option"
    id={id}
    className="person-option"
    aria-selected={isActive}
    tabIndex={-1} // the focus stays in the text field, which names the active option and takes the keys
    onClick={onPick}
  >
    <Avatar person={person} size="small" />
    <span className="grow">
      {fullName(person)}
      {person.title && <span className="small text-3"> {person.title}</span>}
    </span>
  </button>
);
