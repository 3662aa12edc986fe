import { Minus, Plus } from 'lucide-react';
import { CHECK_IN_TEXT_MAX, type CheckInAnswers, PRACTICE_COUNT_MAX } from '#contract/learning/checkIns.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { plural } from '#src/ui/text/plural.ts';

interface PracticeFieldsProps {
  answers: CheckInAnswers;
  onChange: (answers: CheckInAnswers) => void;
}

/** How often the user practised, and what. Without an answer there is no number: 0 is an answer too. */
export function PracticeFields({ answers, onChange }: PracticeFieldsProps) {
  const { practice } = answers;
  const setCount = (next: number) => onChange({ ...answers, practice: { ...practice, count: next } });
  return (
    <div className="check-in-objective">
      <fieldset className="stepper" aria-label="Times you practised">
        <IconButton
          label="Decrease times practised"
          disabled={practice.count === 0}
          onClick={() => setCount(Math.max(0, (practice.count ?? 0) - 1))}
        >
          <Minus className="icon" aria-hidden="true" />
        </IconButton>
        <b role="status">
          {practice.count === null ? 'No answer' : plural(practice.count, '# time', '# times')}
        </b>
        <IconButton
          label="Increase times practised"
          disabled={practice.count === PRACTICE_COUNT_MAX}
          onClick={() => setCount((practice.count ?? 0) + 1)}
        >
          <Plus className="icon" aria-hidden="true" />
        </IconButton>
      </fieldset>
      <textarea
        className="input"
        rows={1}
        aria-label="What you practised"
        placeholder="What you practised"
        maxLength={CHECK_IN_TEXT_MAX}
        value={practice.text}
        onChange={(event) =>
          onChange({ ...answers, practice: { ...practice, text: event.currentTarget.value } })
        }
      />
    </div>
  );
}
