import { ChevronDown, Eye, Lock } from 'lucide-react';
import { type CheckInReaders, checkInReaders } from '#contract/learning/checkIns.ts';
import { type PossibleReaders, readerOptions } from '#src/checkin/checkInTexts.ts';

interface ReadersSelectProps {
  /** The question of the answer. */
  title: string;
  possible: PossibleReaders;
  value: CheckInReaders;
  onChange: (readers: CheckInReaders) => void;
}

/** Chooses who can read an answer. Its text is also its label. */
export function ReadersSelect({ title, possible, value, onChange }: ReadersSelectProps) {
  const options = readerOptions(possible);
  const Icon = value === 'only-me' ? Lock : Eye;
  if (options.length === 1)
    return (
      <p className="readers">
        <Lock className="icon" aria-hidden="true" />
        Only you
      </p>
    );
  return (
    <div className="readers">
      <Icon className="icon" aria-hidden="true" />
      <select
        aria-label={`Who can read your answer to “${title}”`}
        value={value}
        onChange={(event) => {
          const chosen = checkInReaders.find((one) => one === event.currentTarget.value);
          if (chosen) onChange(chosen);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="icon" aria-hidden="true" />
    </div>
  );
}
