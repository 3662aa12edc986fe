import { CircleAlert } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

interface FieldProps {
  label: string;
  /** Shown at the end of the label's line. */
  beside?: ReactNode;
  help?: ReactNode;
  error?: string | null | undefined;
  children: (control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
  id?: string;
}

/** A form field with its label above and help and error below. */
export function Field({ label, beside, help, error, children, id }: FieldProps) {
  const own = useId();
  const control = id ?? own;
  const described = [help && `${control}-help`, error && `${control}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className="row row-between">
        <label className="label" htmlFor={control}>
          {label}
        </label>
        {beside}
      </div>
      {children({
        id: control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {help && (
        <p className="help" id={`${control}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${control}-error`}>
          <CircleAlert className="icon" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: ReactNode;
  error?: string | null | undefined;
  id?: string;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, value, onChange, help, error, id, ...rest }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error} {...(id ? { id } : {})}>
      {(control) => (
        <input
          {...rest}
          {...control}
          className="input"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
