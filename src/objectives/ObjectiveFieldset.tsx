import { useId } from 'react';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { Field, TextField } from '#src/ui/Field.tsx';
import { fieldLabels, type ObjectiveFields } from './objectiveForm.ts';
import { visibilityWords } from './words.ts';

export interface TopicOption {
  topicId: string;
  title: string;
}
interface ObjectiveFieldsetProps {
  fields: ObjectiveFields;
  errors: Record<string, string>;
  topics: readonly TopicOption[];
  /** The manager gives a reason and leaves the visibility to its owner. */
  isForReport: boolean;
  idOf: (path: string) => string;
  onChange: (change: Partial<ObjectiveFields>) => void;
}

const LONG = 300;

/** The fields of an objective, new or edited. */
export function ObjectiveFieldset(props: ObjectiveFieldsetProps) {
  const { fields, errors, topics, isForReport, idOf, onChange } = props;
  const wordsOf = (path: string) => ({
    id: idOf(path),
    label: fieldLabels[path] ?? path,
    error: fieldSentence(fieldLabels[path] ?? path, errors[path]),
  });
  const area = (path: 'why' | 'ifThenPlan' | 'reason', help: string) => (
    <Field {...wordsOf(path)} help={help}>
      {(control) => (
        <textarea
          {...control}
          className="input"
          rows={2}
          maxLength={LONG}
          value={fields[path]}
          onChange={(event) => onChange({ [path]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="stack-4">
      <TextField
        {...wordsOf('title')}
        help="What will be different, in one line."
        maxLength={120}
        value={fields.title}
        onChange={(title) => onChange({ title })}
      />
      {area('why', 'What it is good for. It helps on the days it is hard.')}
      <MeasureFields {...props} wordsOf={wordsOf} />
      <div className="field-columns">
        <TextField
          {...wordsOf('dueOn')}
          type="date"
          help="At most two years from now."
          value={fields.dueOn}
          onChange={(dueOn) => onChange({ dueOn })}
        />
        <Field {...wordsOf('topicId')}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={fields.topicId}
              onChange={(event) => onChange({ topicId: event.currentTarget.value })}
            >
              <option value="">None</option>
              {topics.map(({ topicId, title }) => (
                <option key={topicId} value={topicId}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {area('ifThenPlan', 'As in “If it is Monday at nine, then I plan my three talks.”')}
      {isForReport ? (
        area('reason', 'Why you change it. The person it belongs to reads it beside the change.')
      ) : (
        <Field {...wordsOf('visibility')}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={fields.visibility}
              onChange={(event) => onChange({ visibility: event.currentTarget.value })}
            >
              {Object.entries(visibilityWords).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  );
}

interface MeasureFieldsProps extends ObjectiveFieldsetProps {
  wordsOf: (path: string) => { id: string; label: string; error: string | null };
}

const measureKinds = [
  { kind: 'text', words: 'In words' },
  { kind: 'number', words: 'By a number' },
];

function MeasureFields({ fields, onChange, wordsOf }: MeasureFieldsProps) {
  const name = useId();
  return (
    <fieldset className="stack-3">
      <legend className="label">How will you know?</legend>
      <div className="row row-wrap">
        {measureKinds.map(({ kind, words }) => (
          <label key={kind} className="radio">
            <input
              type="radio"
              name={name}
              checked={fields.measureKind === kind}
              onChange={() => onChange({ measureKind: kind })}
            />
            {words}
          </label>
        ))}
      </div>
      {fields.measureKind === 'number' ? (
        <div className="measure-fields">
          <TextField
            {...wordsOf('measure.from')}
            inputMode="decimal"
            value={fields.from}
            onChange={(from) => onChange({ from })}
          />
          <TextField
            {...wordsOf('measure.to')}
            inputMode="decimal"
            value={fields.to}
            onChange={(to) => onChange({ to })}
          />
          <TextField
            {...wordsOf('measure.unit')}
            maxLength={30}
            value={fields.unit}
            onChange={(unit) => onChange({ unit })}
          />
        </div>
      ) : (
        <TextField
          {...wordsOf('measure.text')}
          maxLength={300}
          help="What somebody else could see or hear."
          value={fields.measureText}
          onChange={(measureText) => onChange({ measureText })}
        />
      )}
    </fieldset>
  );
}
