import { useState } from 'react';
import { PersonSearch } from '#src/forms/PersonSearch.tsx';
import { useSettled } from '#src/forms/useSettled.ts';
import { useGetAudienceOptionsQuery } from '#store/surveys/surveysApi.ts';

interface LinePersonFieldProps {
  surveyId: string;
  without: readonly number[];
  onPick: (userId: number) => void;
}

/** Finds people in the reporting line of the manager who runs a survey. */
export function LinePersonField({ surveyId, without, onPick }: LinePersonFieldProps) {
  const [text, setText] = useState('');
  const search = useSettled(text).trim();
  const { currentData } = useGetAudienceOptionsQuery({ surveyId, search }, { skip: search === '' });
  const found = currentData?.people?.filter(({ userId }) => !without.includes(userId)) ?? null;
  return (
    <PersonSearch
      label="Add a person"
      help="Only people in the reporting line can be asked."
      text={text}
      found={search === '' ? null : found}
      empty="No match. Only people in the reporting line are listed."
      onTextChange={setText}
      onPick={({ userId }) => {
        setText('');
        onPick(userId);
      }}
    />
  );
}
