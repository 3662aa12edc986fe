import { useState } from 'react';
import { fullName, type Participant } from '#contract/people.ts';
import { useSettled } from '#src/forms/useSettled.ts';
import { Combobox } from '#src/ui/controls/Combobox.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import { useFindCandidatesQuery } from '#store/programs/setupApi.ts';
import { ChosenPeople } from './ChosenPeople.tsx';

interface CandidateFieldProps {
  programId: string;
  label: string;
  /** The name of the list of chosen people. */
  listLabel: string;
  help: string;
  chosen: number[];
  known: readonly Participant[];
  onChange: (userIds: number[]) => void;
}

/** Finds people whom the program can reach, on the server. */
export function CandidateField({
  programId,
  label,
  listLabel,
  help,
  chosen,
  known,
  onChange,
}: CandidateFieldProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly Participant[]>([]);
  const search = useSettled(text).trim();
  const { currentData, isFetching } = useFindCandidatesQuery({ programId, search }, { skip: search === '' });
  const found =
    search === '' ? [] : (currentData?.data ?? []).filter(({ userId }) => !chosen.includes(userId));
  const isEmpty = search !== '' && found.length === 0 && !isFetching;
  const people = new Map([...known, ...picked].map((person) => [person.userId, person]));
  return (
    <div className="stack-3">
      <Field label={label} help={help}>
        {(control) => (
          <Combobox<Participant>
            label={label}
            input={{ placeholder: 'First letters of a name or email', ...control }}
            items={found}
            value={null}
            text={text}
            textOf={fullName}
            keyOf={({ userId }) => userId}
            isOpen={isOpen && (found.length > 0 || isEmpty)}
            onOpenChange={setOpen}
            onTextChange={setText}
            onChange={(person) => {
              setPicked([...picked, person]);
              setText('');
              onChange([...chosen, person.userId]);
            }}
            {...(isEmpty && {
              empty: 'No match. Only people whom this program can reach are listed.',
            })}
          >
            {(person) => <PersonRow person={person} size="small" />}
          </Combobox>
        )}
      </Field>
      <ChosenPeople
        label={listLabel}
        people={chosen.flatMap((userId) => people.get(userId) ?? [])}
        onRemove={(userId) => onChange(chosen.filter((one) => one !== userId))}
      />
    </div>
  );
}
