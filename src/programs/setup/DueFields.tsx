import { MAX_DUE_DAYS, type ProgramFields } from '#contract/learning/programSetup.ts';
import { NumberField } from '#src/forms/NumberField.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { fieldId } from './wizardTexts.ts';

const DAYS_PER_WEEK = 7;
const START_WEEKS = 12;
const DUE_OPTIONS = [
  { value: 'none', label: 'No due date' },
  { value: 'date', label: 'On a day' },
  { value: 'days', label: 'Some weeks after the invitation' },
];
type Due = ProgramFields['due'];

/** When a program is due: never, on a day, or a number of weeks after the invitation. */
export function DueFields({ due, onChange }: { due: Due; onChange: (due: Due) => void }) {
  const { today } = useFormats();
  const dueOf = (kind: string): Due => {
    if (kind === 'date') return { kind, on: monthsLater(today) };
    return kind === 'days' ? { kind, days: START_WEEKS * DAYS_PER_WEEK } : { kind: 'none' };
  };
  return (
    <div className="wizard-pair">
      <SelectField
        label="Due"
        id={fieldId('due')}
        options={DUE_OPTIONS}
        value={due.kind}
        onChange={(kind) => onChange(dueOf(kind))}
      />
      {due.kind === 'date' && (
        <TextField
          label="Day"
          type="date"
          min={today}
          value={due.on}
          onChange={(on) => on !== '' && onChange({ kind: 'date', on })}
        />
      )}
      {due.kind === 'days' && (
        <NumberField
          label="Weeks"
          max={Math.floor(MAX_DUE_DAYS / DAYS_PER_WEEK)}
          value={Math.round(due.days / DAYS_PER_WEEK)}
          onChange={(weeks) =>
            onChange({
              kind: 'days',
              days: Math.min(MAX_DUE_DAYS, Math.max(1, weeks ?? 1) * DAYS_PER_WEEK),
            })
          }
        />
      )}
    </div>
  );
}

/** A day 3 months later, as the first suggestion. */
function monthsLater(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 3);
  return day.toISOString().slice(0, 10);
}
