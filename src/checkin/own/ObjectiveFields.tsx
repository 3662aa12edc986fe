import { CircleAlert, Lock } from 'lucide-react';
import { useId, useState } from 'react';
import {
  CHECK_IN_TEXT_MAX,
  type CheckIn,
  type CheckInAnswers,
  type CheckInObjective,
  type CheckInReaders,
} from '#contract/learning/checkIns.ts';
import { amount } from '#contract/learning/objectives.ts';
import { errorsOf, fieldSentence } from '#src/forms/fieldWords.ts';
import { withUnit } from '#src/objectives/objectiveLabels.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { notANumber, numberText, readNumber } from '#src/ui/text/numberInput.ts';
import type { CheckInForm } from './useCheckInForm.ts';

interface ObjectiveFieldsProps {
  current: CheckIn;
  form: CheckInForm;
}
type Note = CheckInAnswers['objectives']['notes'][number];

/** A note on the progress of each objective, and the new value of a numeric measure. */
export function ObjectiveFields({ current, form }: ObjectiveFieldsProps) {
  const { answers, wrongValues, setWrongValue } = form;
  const { notes, readers } = answers.objectives;
  const save = (note: Note) => {
    const others = notes.filter(({ objectiveId }) => objectiveId !== note.objectiveId);
    const isEmpty = note.text.trim() === '' && note.value === null;
    form.set({ ...answers, objectives: { readers, notes: isEmpty ? others : [...others, note] } });
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
            readers={readers}
            wrongValue={wrongValues[objective.objectiveId] ?? null}
            isMarked={form.isMarked}
            onChange={save}
            onWrongValue={(text) => setWrongValue(objective.objectiveId, text)}
          />
        </li>
      ))}
    </ul>
  );
}

interface ObjectiveFieldProps {
  objective: CheckInObjective;
  note: Note;
  /** Who can read the notes. */
  readers: CheckInReaders;
  /** The value as typed if it is not valid. The note then keeps its last valid value. */
  wrongValue: string | null;
  isMarked: boolean;
  onChange: (note: Note) => void;
  onWrongValue: (text: string | null) => void;
}

function ObjectiveField(props: ObjectiveFieldProps) {
  const { objective, note, readers, wrongValue, isMarked, onChange, onWrongValue } = props;
  const { title, measure } = objective;
  const restriction = restrictionOf(objective, readers);
  const id = useId();
  // Kept as typed, so that an unfinished number such as `1.` stays in the field.
  const [typed, setTyped] = useState(textOf(note.value));
  const shown = wrongValue ?? (readNumber(typed) === note.value ? typed : textOf(note.value));
  const error = wrongValue !== null && isMarked ? valueError(wrongValue) : null;
  const type = (text: string) => {
    setTyped(text);
    const isValid = valueError(text) === null;
    onWrongValue(isValid ? null : text);
    if (isValid) onChange({ ...note, value: readNumber(text) });
  };
  return (
    <div className="stack">
      <p>{title}</p>
      {restriction && (
        <p className="small text-3 row">
          <Lock className="icon icon-small" aria-hidden="true" />
          {restriction}
        </p>
      )}
      <div className="check-in-objective">
        {measure && (
          <label className="check-in-value">
            <input
              className="input"
              inputMode="decimal"
              aria-label={`${title}: current value`}
              aria-invalid={error !== null || undefined}
              aria-describedby={error === null ? undefined : `${id}-error`}
              value={shown}
              onChange={(event) => type(event.currentTarget.value)}
            />
            <span className="small text-2">{valueHint(measure)}</span>
          </label>
        )}
        {error !== null && (
          <p className="field-error" id={`${id}-error`}>
            <CircleAlert className="icon" aria-hidden="true" />
            {fieldSentence('Current value', error)}
          </p>
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

/** Who cannot read the note although the user has chosen them as readers; null if all of them can. */
function restrictionOf({ isPrivate, isHiddenFromManager }: CheckInObjective, readers: CheckInReaders) {
  if (readers === 'only-me') return null;
  if (isPrivate) return 'Only you, because this objective is private.';
  if (!isHiddenFromManager || readers === 'coach') return null;
  return readers === 'manager'
    ? 'Only you, because your manager cannot see this objective.'
    : 'Only you and your coach, because your manager cannot see this objective.';
}

const textOf = (value: number | null) => (value === null ? '' : numberText(value));
/** What is wrong with a typed value. An empty field is valid. */
function valueError(text: string): string | null {
  if (text.trim() === '') return null;
  const number = readNumber(text);
  return number === null ? notANumber() : (errorsOf(amount.safeParse(number))[''] ?? null);
}
/** `now 4, from 2 to 10 talks`. A start value need not be 0, and a value may be meant to fall. */
const valueHint = ({ unit, from, to, now }: NonNullable<CheckInObjective['measure']>) =>
  `${now === undefined ? '' : `now ${formatNumber(now)}, `}from ${formatNumber(from)} to ${withUnit(to, unit)}`;
