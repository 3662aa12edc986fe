import { useState } from 'react';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
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

/** Corrects name, job title and email address. */
export function DetailsDialog({ person, onClose }: DetailsDialogProps) {
  const before = Object.fromEntries(FIELDS.map((name) => [name, person[name] ?? ''])) as Record<
    FieldName,
    string
  >;
  const [values, setValues] = useState(before);
  const changed = FIELDS.filter((name) => values[name].trim() !== before[name]);
  const valueIn = (name: FieldName) =>
    name === 'title' && values.title.trim() === '' ? null : values[name].trim();
  return (
    <ChangeDialog
      title={`Edit ${fullName(person)}`}
      verb="Save changes"
      userId={person.userId}
      change={changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, valueIn(name)]))}
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
