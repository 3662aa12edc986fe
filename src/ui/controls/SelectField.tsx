import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from './Field.tsx';
import './select.css';

interface SelectFieldProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  help?: ReactNode;
  error?: string | null | undefined;
  id?: string;
}

/** A choice of a few options. It is a native select, which phones show in their own way (decision 0035). */
export function SelectField({ options, value, onChange, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <div className="select">
          <select
            {...control}
            className="input"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="icon icon-small" aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
