import { REPEAT_WEEKS_MAX } from '#contract/surveys/surveys.ts';
import { fieldId } from '#src/forms/fieldIds.ts';
import { TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import type { ErrorOf } from './builderErrors.ts';
import type { BuilderForm } from './builderForm.ts';

interface LastDayFieldProps {
  closesOn: string | null;
  errorOf: ErrorOf;
  onChange: (closesOn: string | null) => void;
}
export const LastDayField = ({ closesOn, errorOf, onChange }: LastDayFieldProps) => (
  <TextField
    label="Last day"
    id={fieldId('closesOn')}
    error={errorOf('closesOn')}
    type="date"
    value={closesOn ?? ''}
    help="Without a last day, the survey stays open until you close it."
    onChange={(day) => onChange(day === '' ? null : day)}
  />
);

const NEVER = '0';
const EVERY: readonly (readonly [weeks: number, label: string])[] = [
  [1, 'Every week'],
  [2, 'Every 2 weeks'],
  [4, 'Every 4 weeks'],
  [13, 'Every 13 weeks (quarterly)'],
  [26, 'Every 26 weeks'],
  [REPEAT_WEEKS_MAX, 'Every 52 weeks (yearly)'],
];

interface DateFieldsProps {
  form: BuilderForm;
  errorOf: ErrorOf;
  onChange: (form: BuilderForm) => void;
}

/** When the survey opens, closes, is released and repeats. */
export function DateFields({ form, errorOf, onChange }: DateFieldsProps) {
  const { opensOn, closesOn, releasesOn, repeatWeeks } = form;
  const isOffered = repeatWeeks === null || EVERY.some(([weeks]) => weeks === repeatWeeks);
  return (
    <>
      <div className="field-columns">
        <TextField
          label="First day"
          id={fieldId('opensOn')}
          error={errorOf('opensOn')}
          type="date"
          value={opensOn ?? ''}
          help="Without a first day, the survey opens when you open it."
          onChange={(day) => onChange({ ...form, opensOn: day === '' ? null : day })}
        />
        <LastDayField
          closesOn={closesOn}
          errorOf={errorOf}
          onChange={(day) => onChange({ ...form, closesOn: day })}
        />
      </div>
      <div className="field-columns">
        <TextField
          label="Release results on"
          id={fieldId('releasesOn')}
          error={errorOf('releasesOn')}
          type="date"
          value={releasesOn ?? ''}
          help="Without a day, you release them after the survey is closed."
          onChange={(day) => onChange({ ...form, releasesOn: day === '' ? null : day })}
        />
        <SelectField
          label="Repeat"
          id={fieldId('repeatWeeks')}
          error={errorOf('repeatWeeks')}
          value={String(repeatWeeks ?? NEVER)}
          help="Each round asks the same questions and opens by itself. It needs a first and a last day."
          options={[
            { value: NEVER, label: 'Once only' },
            ...EVERY.map(([weeks, label]) => ({ value: String(weeks), label })),
            ...(isOffered ? [] : [{ value: String(repeatWeeks), label: `Every ${repeatWeeks} weeks` }]),
          ]}
          onChange={(weeks) => onChange({ ...form, repeatWeeks: weeks === NEVER ? null : Number(weeks) })}
        />
      </div>
    </>
  );
}
