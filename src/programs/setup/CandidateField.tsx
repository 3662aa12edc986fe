import { useState } from 'react';
import type { Participant } from '#contract/people.ts';
import { PersonSearch } from '#src/forms/PersonSearch.tsx';
import { useSettled } from '#src/forms/useSettled.ts';
import { SEARCH_FAILED } from '#src/ui/text/searchFailed.ts';
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
  const [picked, setPicked] = useState<readonly Participant[]>([]);
  const search = useSettled(text).trim();
  const { currentData, isFetching, isError } = useFindCandidatesQuery(
    { programId, search },
    { skip: search === '' },
  );
  const found =
    search === '' ? [] : (currentData?.data ?? []).filter(({ userId }) => !chosen.includes(userId));
  const isEmpty = search !== '' && found.length === 0 && !isFetching;
  const people = new Map([...known, ...picked].map((person) => [person.userId, person]));
  return (
    <div className="stack-3">
      <PersonSearch
        label={label}
        help={help}
        text={text}
        found={found.length > 0 || isEmpty ? found : null}
        empty={isError ? SEARCH_FAILED : 'No match. Only people whom this program can reach are listed.'}
        onTextChange={setText}
        onPick={(person) => {
          setPicked([...picked, person]);
          setText('');
          onChange([...chosen, person.userId]);
        }}
      />
      <ChosenPeople
        label={listLabel}
        people={chosen.flatMap((userId) => people.get(userId) ?? [])}
        onRemove={(userId) => onChange(chosen.filter((one) => one !== userId))}
      />
    </div>
  );
}
