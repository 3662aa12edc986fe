import { fieldId } from '#src/forms/fieldIds.ts';
import { Field } from '#src/ui/controls/Field.tsx';
import type { ErrorOf } from './EditableList.tsx';

interface LongTextFieldProps {
  label: string;
  help?: string;
  /** The path of the text in the topic. */
  at: string;
  rows: number;
  maxLength: number;
  value: string;
  errorOf: ErrorOf;
  onChange: (value: string) => void;
}

export const LongTextField = ({ label, help, at, value, errorOf, onChange, ...size }: LongTextFieldProps) => (
  <Field label={label} help={help} id={fieldId(at)} error={errorOf(at)}>
    {(control) => (
      <textarea
        {...control}
        {...size}
        className="input"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )}
  </Field>
);
