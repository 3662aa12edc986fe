import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { fullName, type Person } from '#contract/people.ts';
import { usePerson } from '#src/app/usePerson.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Combobox } from '#src/ui/controls/Combobox.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import { useFocusOfPersonField } from './useFocusOfPersonField.ts';
import { usePeopleSearch } from './usePeopleSearch.ts';
import './personField.css';

interface PersonFieldProps {
  label: string;
  help?: string;
  error?: string | null | undefined;
  value: number | null;
  /** User ids that cannot be selected. */
  without?: readonly number[];
  onChange: (userId: number | null) => void;
}

const MAX_RESULTS = 6;

/** Finds one person by the first letters of a name. */
export function PersonField({ label, help, error, value, without = [], onChange }: PersonFieldProps) {
  const id = useId();
  const selected = usePerson(value);
  const { field, changing } = useFocusOfPersonField(Boolean(selected));
  const change = (userId: number | null) => {
    changing();
    onChange(userId);
  };
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field" ref={field}>
      {selected ? (
        <>
          <p className="label" id={`${id}-label`}>
            {label}
          </p>
          <div className="row selected-person">
            <PersonRow person={selected} size="small" />
            <Button
              variant="plain"
              small
              onClick={() => change(null)}
              aria-label={`Remove ${fullName(selected)}`}
            >
              Remove
            </Button>
          </div>
        </>
      ) : (
        <PersonSearch
          id={id}
          label={label}
          describedBy={describedBy}
          without={without}
          isInvalid={Boolean(error)}
          onPick={change}
        />
      )}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert className="icon" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}

interface PersonSearchProps {
  id: string;
  label: string;
  describedBy: string;
  without: readonly number[];
  isInvalid: boolean;
  onPick: (userId: number) => void;
}
function PersonSearch({ id, label, describedBy, without, isInvalid, onPick }: PersonSearchProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { people, isDone } = usePeopleSearch(text);
  const found = people.filter(({ userId }) => !without.includes(userId)).slice(0, MAX_RESULTS);
  const isEmpty = isDone && found.length === 0;
  return (
    <>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <Combobox<Person>
        label={label}
        input={{
          id,
          placeholder: 'First letters of a name',
          'aria-describedby': describedBy,
          'aria-invalid': isInvalid || undefined,
        }}
        items={found}
        value={null}
        text={text}
        textOf={fullName}
        keyOf={({ userId }) => userId}
        isOpen={isOpen && (found.length > 0 || isEmpty)}
        onOpenChange={setOpen}
        onTextChange={setText}
        onChange={({ userId }) => {
          // A field that adds people to a list stays, and is ready for the next one.
          setText('');
          onPick(userId);
        }}
        {...(isEmpty && {
          empty:
            without.length > 0
              ? 'No one else has a name or email that starts with this text.'
              : 'No one has a name or email that starts with this text.',
        })}
      >
        {(person) => <PersonRow person={person} size="small" detail={person.title} />}
      </Combobox>
    </>
  );
}
