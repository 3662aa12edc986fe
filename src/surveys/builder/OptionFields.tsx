import { CircleAlert, Plus, X } from 'lucide-react';
import type { Option } from '#contract/surveys/questions.ts';
import { fieldId } from '#src/forms/fieldIds.ts';
import { newKey } from '#src/forms/newKey.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import type { ErrorOf } from './builderErrors.ts';

interface OptionFieldsProps {
  /** `Option` or `Row`. Together with the number it is the name of a field. */
  noun: 'Option' | 'Row';
  /** The path of the options in the form. */
  path: string;
  errorOf: ErrorOf;
  options: readonly Option[];
  min: number;
  max: number;
  onChange: (options: Option[]) => void;
}

/** The texts of the options of a question, or of the rows of a matrix. Keys stay with their texts. */
export function OptionFields({ noun, path, errorOf, options, min, max, onChange }: OptionFieldsProps) {
  const lower = noun.toLowerCase();
  return (
    <fieldset className="option-fields">
      <legend className="label">{`${noun}s`}</legend>
      <ol>
        {options.map((option, index) => (
          <li key={option.key}>
            <input
              className="input"
              id={fieldId(`${path}.${index}.text`)}
              aria-invalid={errorOf(`${path}.${index}.text`) ? true : undefined}
              aria-describedby={
                errorOf(`${path}.${index}.text`) ? `${fieldId(`${path}.${index}.text`)}-error` : undefined
              }
              aria-label={`${noun} ${index + 1}`}
              maxLength={120}
              value={option.text}
              onChange={({ currentTarget: { value } }) =>
                onChange(options.map((one) => (one.key === option.key ? { ...one, text: value } : one)))
              }
            />
            {options.length > min && (
              <IconButton
                label={`Remove ${lower} ${index + 1}`}
                small
                onClick={() => onChange(options.filter(({ key }) => key !== option.key))}
              >
                <X className="icon icon-small" />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {options.map(({ key }, index) => {
        const error = errorOf(`${path}.${index}.text`);
        return (
          error && (
            <p key={key} className="field-error" id={`${fieldId(`${path}.${index}.text`)}-error`}>
              <CircleAlert className="icon" aria-hidden="true" />
              {error}
            </p>
          )
        );
      })}
      {options.length < max && (
        <Button variant="plain" small onClick={() => onChange([...options, { key: newKey(), text: '' }])}>
          <Plus className="icon icon-small" aria-hidden="true" />
          {`Add ${lower}`}
        </Button>
      )}
    </fieldset>
  );
}
