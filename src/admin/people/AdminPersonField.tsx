import { useId, useState } from 'react';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { fullName, type Participant } from '#contract/people.ts';
import { useFocusOfPersonField } from '#src/forms/useFocusOfPersonField.ts';
import { useSettled } from '#src/forms/useSettled.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Combobox } from '#src/ui/controls/Combobox.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import { SEARCH_FAILED } from '#src/ui/text/searchFailed.ts';
import { useFindPeopleQuery } from '#store/admin/peopleAdminApi.ts';
import '#src/forms/personField.css';

const MAX_RESULTS = 8;

/** A selected person. Search results also have an email address. */
export type FieldPerson = Participant & Partial<Pick<AdminPerson, 'emailAddress'>>;

interface AdminPersonFieldProps {
  label: string;
  help?: string;
  error?: string | null | undefined;
  value: FieldPerson | null;
  /** User ids that cannot be selected. */
  without?: readonly number[];
  /** Also finds deactivated people. */
  findsAll?: boolean;
  /** For a field that is too narrow for the usual text. */
  placeholder?: string;
  onChange: (person: AdminPerson | null) => void;
}

/** Finds one person in the whole organisation on the server, including invited people. */
export function AdminPersonField(props: AdminPersonFieldProps) {
  const { label, help, error, value, without = [], findsAll = false, placeholder, onChange } = props;
  const { field, changing } = useFocusOfPersonField(value !== null);
  const change = (person: AdminPerson | null) => {
    changing();
    onChange(person);
  };
  return (
    <div ref={field}>
      <Field label={label} help={help} error={error}>
        {(control) =>
          value ? (
            <div className="row selected-person" id={control.id}>
              <PersonRow person={value} size="small" detail={value.emailAddress} />
              <Button
                variant="plain"
                small
                onClick={() => change(null)}
                aria-label={`Remove ${fullName(value)}`}
              >
                Remove
              </Button>
            </div>
          ) : (
            <AdminPersonSearch
              label={label}
              {...(placeholder && { placeholder })}
              control={control}
              without={without}
              findsAll={findsAll}
              onPick={change}
            />
          )
        }
      </Field>
    </div>
  );
}

interface AdminPersonSearchProps {
  label: string;
  placeholder?: string;
  control: { id: string; 'aria-describedby'?: string | undefined; 'aria-invalid'?: true | undefined };
  without?: readonly number[];
  findsAll?: boolean;
  onPick: (person: AdminPerson) => void;
}

function AdminPersonSearch(props: AdminPersonSearchProps) {
  const { label, placeholder, control, without = [], findsAll = false, onPick } = props;
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const search = useSettled(text).trim();
  const { currentData, isFetching, isError } = useFindPeopleQuery(
    { search, ...(findsAll && { status: 'all' }) },
    { skip: search === '' },
  );
  const found = (search === '' ? [] : (currentData?.data ?? []))
    .filter(({ userId }) => !without.includes(userId))
    .slice(0, MAX_RESULTS);
  const isEmpty = search !== '' && found.length === 0 && !isFetching;
  return (
    <Combobox<AdminPerson>
      label={label}
      input={{ placeholder: placeholder ?? 'First letters of a name or email', ...control }}
      items={found}
      value={null}
      text={text}
      textOf={fullName}
      keyOf={({ userId }) => userId}
      isOpen={isOpen && (found.length > 0 || isEmpty)}
      onOpenChange={setOpen}
      onTextChange={setText}
      onChange={onPick}
      {...(isEmpty && {
        empty: isError ? SEARCH_FAILED : 'No one has a name or email that starts with this text.',
      })}
    >
      {(person) => <PersonRow person={person} size="small" detail={person.emailAddress} />}
    </Combobox>
  );
}

interface ManagerFilterProps {
  userId: number | null;
  name: string | null;
  onChange: (userId: number | null) => void;
}

/** The manager filter of the table: a search field, or the selected manager. */
export function ManagerFilter({ userId, name, onChange }: ManagerFilterProps) {
  const id = useId();
  if (userId !== null)
    return (
      <Button
        className="filter is-set"
        onClick={() => onChange(null)}
        aria-label={`Manager: ${name ?? '…'}. Remove this filter`}
      >
        Manager: <b>{name ?? '…'}</b>
        <span aria-hidden="true">×</span>
      </Button>
    );
  return (
    <div className="filter-search">
      <label className="visually-hidden" htmlFor={id}>
        Manager
      </label>
      <AdminPersonSearch
        label="Managers"
        placeholder="Manager"
        control={{ id }}
        onPick={(person) => onChange(person.userId)}
      />
    </div>
  );
}
