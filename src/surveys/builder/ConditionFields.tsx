import { branchOptions } from '#contract/surveys/branching.ts';
import type { Condition, Question } from '#contract/surveys/questions.ts';
import { fieldId } from '#src/forms/fieldIds.ts';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import type { ErrorOf } from './builderErrors.ts';

interface ConditionFieldsProps {
  question: Question;
  /** The path of the question in the form. */
  path: string;
  errorOf: ErrorOf;
  /** The questions before this one. */
  earlier: readonly Question[];
  onChange: (question: Question) => void;
}

const ALWAYS = '';

/** The answers to an earlier question after which this question is asked. */
export function ConditionFields({ question, path, errorOf, earlier, onChange }: ConditionFieldsProps) {
  const { shownIf } = question;
  const choices = earlier.filter((one) => branchOptions(one) !== null);
  if (choices.length === 0 && !shownIf) return null;
  const source = choices.find(({ key }) => key === shownIf?.question);
  const options = source ? (branchOptions(source) ?? []) : [];
  const setCondition = (condition: Condition | undefined) => {
    const { shownIf: _before, ...rest } = question;
    onChange(condition ? { ...rest, shownIf: condition } : rest);
  };
  return (
    <>
      <SelectField
        label="Ask this question"
        id={fieldId(`${path}.shownIf`)}
        value={source?.key ?? ALWAYS}
        onChange={(key) => {
          const next = choices.find((one) => one.key === key);
          setCondition(
            next && {
              question: next.key,
              oneOf: (branchOptions(next) ?? []).slice(0, 1).map((one) => one.key),
            },
          );
        }}
        options={[
          { value: ALWAYS, label: 'Always' },
          ...choices.map(({ key, text }) => ({
            value: key,
            label: `After an answer to: ${text || 'Without a text'}`,
          })),
        ]}
        error={
          shownIf && !source
            ? 'The question of the condition was moved or deleted. Choose another one.'
            : errorOf(`${path}.shownIf`)
        }
      />
      {source && shownIf && (
        <fieldset className="check-list condition-options">
          <legend className="label">Ask it after one of these answers (choose at least one)</legend>
          {options.map(({ key, text }) => (
            <label key={key} className="row">
              <input
                type="checkbox"
                checked={shownIf.oneOf.includes(key)}
                onChange={({ currentTarget: { checked } }) => {
                  const oneOf = options
                    .map((one) => one.key)
                    .filter((one) => (one === key ? checked : shownIf.oneOf.includes(one)));
                  // A condition without an answer would never be true.
                  if (oneOf.length > 0) setCondition({ question: source.key, oneOf });
                }}
              />
              <bdi>{text || 'Without a text'}</bdi>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
