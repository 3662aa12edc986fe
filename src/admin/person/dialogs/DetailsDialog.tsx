import { useState } from 'react';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import { pickFields } from '#src/forms/documentVersions.ts';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';

interface DetailsDialogProps {
  person: AdminPersonPage;
  onClose: () => void;
}

const FIELDS = ['firstName', 'lastName', 'title', 'emailAddress'] as const;
type FieldName = (typeof FIELDS)[number];
const LABELS: Record<FieldName, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Job title',
  emailAddress: 'Email address',
};

type Texts = Record<FieldName, string>;
const textsOf = (person: AdminPersonPage) =>
  Object.fromEntries(FIELDS.map((name) => [name, person[name] ?? ''])) as Texts;
const sentValue = (name: FieldName, text: string) =>
  name === 'title' && text.trim() === '' ? null : text.trim();

/** Corrects name, job title and email address. */
export function DetailsDialog({ person, onClose }: DetailsDialogProps) {
  /** The values that the changes are based on. */
  const [base, setBase] = useState(() => textsOf(person));
  const [values, setValues] = useState(base);
  const latest = textsOf(person);
  const isChanged = (name: FieldName) => values[name].trim() !== base[name];
  const changed = FIELDS.filter(isChanged);
  const conflicts = changed.filter(
    (name) => latest[name] !== base[name] && latest[name] !== values[name].trim(),
  );
  const rebase = (keepsMine: boolean) => {
    const mine = keepsMine ? changed : changed.filter((name) => !conflicts.includes(name));
    setValues({ ...latest, ...pickFields(values, mine) });
    setBase(latest);
  };
  const change = {
    ...Object.fromEntries(changed.map((name) => [name, sentValue(name, values[name])])),
    expected: Object.fromEntries(changed.map((name) => [name, sentValue(name, base[name])])),
  };
  return (
    <ChangeDialog
      title={`Edit ${fullName(person)}`}
      verb="Save changes"
      person={person}
      change={changed.length === 0 ? null : change}
      conflicts={conflicts.map((name) => ({
        field: name,
        label: LABELS[name],
        mine: values[name],
        theirs: latest[name],
      }))}
      onCompared={rebase}
      onClose={onClose}
    >
      {(errorOf) => {
        const field = (name: FieldName, help?: string) => (
          <TextField
            label={LABELS[name]}
            {...(help && { help })}
            autoComplete="off"
            value={values[name]}
            onChange={(text) => setValues({ ...values, [name]: text })}
            error={fieldSentence(LABELS[name], errorOf(name))}
          />
        );
        return (
          <>
            <div className="field-columns">
              {field('firstName')}
              {field('lastName')}
            </div>
            {field('title')}
            {field('emailAddress', addressHelp(person))}
          </>
        );
      }}
    </ChangeDialog>
  );
}

const addressHelp = ({ firstName, status, invitation }: AdminPersonPage) =>
  status === 'invited' && invitation?.state === 'pending'
    ? 'The invitation is sent to the new address. The earlier link stops working.'
    : `${firstName} signs in with this address.`;
