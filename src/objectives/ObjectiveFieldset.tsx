import { useId } from 'react';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { fieldLabels, type ObjectiveFields } from './objectiveForm.ts';
import { visibilityLabels } from './objectiveLabels.ts';

export interface TopicOption {
  topicId: string;
  title: string;
}
interface ObjectiveFieldsetProps {
  fields: ObjectiveFields;
  errors: Record<string, string>;
  topics: readonly TopicOption[];
  /** Whether a manager edits the objective. A manager must give a reason and cannot change the visibility. */
  isForReport: boolean;
  idOf: (path: string) => string;
  onChange: (change: Partial<ObjectiveFields>) => void;
}

const MAX_LENGTH = 300;

/** The fields of an objective, new or edited. */
export function ObjectiveFieldset(props: ObjectiveFieldsetProps) {
  const { fields, errors, topics, isForReport, idOf, onChange } = props;
  const fieldProps = (path: string) => ({
    id: idOf(path),
    label: fieldLabels[path] ?? path,
    error: fieldSentence(fieldLabels[path] ?? path, errors[path]),
  });
  const area = (path: 'why' | 'ifThenPlan' | 'reason', help: string) => (
    <Field {...fieldProps(path)} help={help}>
      {(control) => (
        <textarea
          {...control}
          className="input"
          rows={2}
          maxLength={MAX_LENGTH}
          value={fields[path]}
          onChange={(event) => onChange({ [path]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="stack-4">
      <TextField
        {...fieldProps('title')}
        help="Describe the change in one line."
        maxLength={120}
        value={fields.title}
        onChange={(title) => onChange({ title })}
      />
      {area('why', isForReport ? 'Why this matters.' : 'Why this matters to you.')}
      <MeasureFields {...props} fieldProps={fieldProps} />
      <div className="field-columns">
        <TextField
          {...fieldProps('dueOn')}
          type="date"
          help="At most 2 years from now."
          value={fields.dueOn}
          onChange={(dueOn) => onChange({ dueOn })}
        />
        <SelectField
          {...fieldProps('topicId')}
          options={[
            { value: '', label: 'None' },
            ...topics.map(({ topicId, title }) => ({ value: topicId, label: title })),
          ]}
          value={fields.topicId}
          onChange={(topicId) => onChange({ topicId })}
        />
      </div>
      {area('ifThenPlan', 'Example: “If it is Monday at 9:00, then I plan my 3 talks.”')}
      {isForReport ? (
        area('reason', 'The owner of the objective sees your reason next to the change.')
      ) : (
        <SelectField
          {...fieldProps('visibility')}
          options={Object.entries(visibilityLabels).map(([value, label]) => ({ value, label }))}
          value={fields.visibility}
          onChange={(visibility) => onChange({ visibility })}
        />
      )}
    </div>
  );
}

interface MeasureFieldsProps extends ObjectiveFieldsetProps {
  fieldProps: (path: string) => { id: string; label: string; error: string | null };
}

const measureKinds = [
  { kind: 'text', label: 'As text' },
  { kind: 'number', label: 'As a number' },
];

function MeasureFields({ fields, isForReport, onChange, fieldProps }: MeasureFieldsProps) {
  const name = useId();
  return (
    <fieldset className="stack-3">
      <legend className="label">{isForReport ? 'How is it measured?' : 'How will you measure it?'}</legend>
      <div className="row row-wrap">
        {measureKinds.map(({ kind, label }) => (
          <label key={kind} className="radio">
            <input
              type="radio"
              name={name}
              checked={fields.measureKind === kind}
              onChange={() => onChange({ measureKind: kind })}
            />
            {label}
          </label>
        ))}
      </div>
      {fields.measureKind === 'number' ? (
        <div className="measure-fields">
          <TextField
            {...fieldProps('measure.from')}
            inputMode="decimal"
            value={fields.from}
            onChange={(from) => onChange({ from })}
          />
          <TextField
            {...fieldProps('measure.to')}
            inputMode="decimal"
            value={fields.to}
            onChange={(to) => onChange({ to })}
          />
          <TextField
            {...fieldProps('measure.unit')}
            maxLength={30}
            value={fields.unit}
            onChange={(unit) => onChange({ unit })}
          />
        </div>
      ) : (
        <TextField
          {...fieldProps('measure.text')}
          maxLength={300}
          help="Describe something that others can see or hear."
          value={fields.measureText}
          onChange={(measureText) => onChange({ measureText })}
        />
      )}
    </fieldset>
  );
}
