import { Eye, EyeOff } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Field } from '#src/ui/controls/Field.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';

interface PasswordFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  ref: Ref<HTMLInputElement>;
}

export function PasswordField({ value, error, onChange, ref }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label="Password" error={error}>
      {(control) => (
        <div className="password">
          <input
            {...control}
            ref={ref}
            className="input"
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <IconButton label={isShown ? 'Hide password' : 'Show password'} onClick={() => setShown(!isShown)}>
            <Icon className="icon" />
          </IconButton>
        </div>
      )}
    </Field>
  );
}
