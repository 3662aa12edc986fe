import { Lock } from 'lucide-react';
import { useState } from 'react';
import {
  CHECK_IN_TEXT_MAX,
  type CheckIn,
  type CheckInAnswers,
  type CheckInObjective,
} from '#contract/learning/checkIns.ts';
import { withUnit } from '#src/objectives/objectiveLabels.ts';
import { formatNumber } from '#src/ui/text/locale.ts';

interface ObjectiveFieldsProps {
  current: CheckIn;
  answers: CheckInAnswers;
  onChange: (answers: CheckInAnswers) => void;
}
type Note = CheckInAnswers['objectives']['notes'][number];

/** A note on the progress of each objective, and the new value of a numeric measure. */
export function ObjectiveFields({ current, answers, onChange }: ObjectiveFieldsProps) {
  const { notes, readers } = answers.objectives;
  const save = (note: Note) => {
    const others = notes.filter(({ objectiveId }) => objectiveId !== note.objectiveId);
    const isEmpty = note.text === '' && note.value === null;
    onChange({ ...answers, objectives: { readers, notes: isEmpty ? others : [...others, note] } });
  };
  return (
    <ul className="check-in-objectives">
      {current.objectives.map((objective) => (
        <li key={objective.objectiveId}>
          <ObjectiveField
            objective={objective}
            note={
              notes.find(({ objectiveId }) => objectiveId === objective.objectiveId) ?? {
                objectiveId: objective.objectiveId,
                text: '',
                value: null,
              }
            }
            isShared={readers !== 'only-me'}
            onChange={save}
          />
        </li>
      ))}
    </ul>
  );
}

interface ObjectiveFieldProps {
  objective: CheckInObjective;
  note: Note;
  isShared: boolean;
  onChange: (note: Note) => void;
}

function ObjectiveField({ objective, note, isShared, onChange }: ObjectiveFieldProps) {
  const { title, measure, isPrivate } = objective;
  // Kept as typed, so that an unfinished number such as `1.` stays in the field.
  const [typed, setTyped] = useState(note.value === null ? '' : String(note.value));
  const shown = numberIn(typed) === note.value ? typed : String(note.value ?? '');
  return (
    <div className="stack-2">
      <p>{title}</p>
      {isPrivate && isShared && (
        <p className="small text-3 row">
          <Lock className="icon icon-small" aria-hidden="true" />
          Only you, because this objective is private.
        </p>
      )}
      <div className="check-in-objective">
        {measure && (
          <label className="check-in-value">
            <input
              className="input"
              inputMode="decimal"
              aria-label={`${title}: current value`}
              value={shown}
              onChange={(event) => {
                const text = event.currentTarget.value;
                setTyped(text);
                onChange({ ...note, value: numberIn(text) });
              }}
            />
            <span className="small text-2">{valueHint(measure)}</span>
          </label>
        )}
        <textarea
          className="input"
          rows={1}
          aria-label={`${title}: note`}
          placeholder="A short note"
          maxLength={CHECK_IN_TEXT_MAX}
          value={note.text}
          onChange={(event) => onChange({ ...note, text: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}

const numberIn = (text: string) =>
  text.trim() !== '' && Math.abs(Number(text)) <= 1_000_000_000 ? Number(text) : null;
/** `from 2 to 10 talks`. A start value need not be 0, and a value may be meant to fall. */
const valueHint = ({ unit, from, to }: NonNullable<CheckInObjective['measure']>) =>
  `from ${formatNumber(from)} to ${withUnit(to, unit)}`;
