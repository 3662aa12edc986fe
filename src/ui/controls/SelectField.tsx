import type { ReactNode } from 'react';
import { Field } from './Field.tsx';
import { Select } from './Select.tsx';

interface SelectFieldProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  help?: ReactNode;
  error?: string | null | undefined;
  id?: string;
  disabled?: boolean;
}

/** A choice of a few options. */
export function SelectField({ options, value, onChange, disabled, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
