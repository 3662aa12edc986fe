import { useState } from 'react';
import { fullName, type Participant } from '#contract/people.ts';
import { Combobox } from '#src/ui/controls/Combobox.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';

interface PersonSearchProps {
  label: string;
  help?: string;
  text: string;
  /** The people whom the server has found for the text; null while it searches, or without a text. */
  found: readonly Participant[] | null;
  /** Shown if it has found no one. */
  empty: string;
  onTextChange: (text: string) => void;
  onPick: (person: Participant) => void;
}

/** Finds one person after another. The caller searches, because each search has its own limits. */
export function PersonSearch({ label, help, text, found, empty, onTextChange, onPick }: PersonSearchProps) {
  const [isOpen, setOpen] = useState(false);
  const isEmpty = found?.length === 0;
  return (
    <Field label={label} {...(help !== undefined && { help })}>
      {(control) => (
        <Combobox<Participant>
          label={label}
          input={{ placeholder: 'First letters of a name or email', ...control }}
          items={found ?? []}
          value={null}
          text={text}
          textOf={fullName}
          keyOf={({ userId }) => userId}
          isOpen={isOpen && found !== null}
          onOpenChange={setOpen}
          onTextChange={onTextChange}
          onChange={onPick}
          {...(isEmpty && { empty })}
        >
          {(person) => <PersonRow person={person} size="small" />}
        </Combobox>
      )}
    </Field>
  );
}
