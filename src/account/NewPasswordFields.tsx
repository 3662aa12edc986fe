import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import './account.css';
import { useStrength } from './strength.ts';

export interface NewPasswordValue {
  password: string;
  repeated: string;
}
export type NewPasswordErrors = Partial<Record<keyof NewPasswordValue, string | undefined>>;

interface NewPasswordFieldsProps {
  value: NewPasswordValue;
  errors: NewPasswordErrors;
  onChange: (value: NewPasswordValue) => void;
}

/** Errors that are found without the server. */
export const checkNewPassword = ({ password, repeated }: NewPasswordValue): NewPasswordErrors => ({
  ...(password.length < PASSWORD_MIN_LENGTH && {
    password: `Enter at least ${PASSWORD_MIN_LENGTH} characters`,
  }),
  ...(repeated !== password && { repeated: 'The two passwords differ. Enter the same password again' }),
});

/** A new password, entered twice, with its strength. */
export function NewPasswordFields({ value, errors, onChange }: NewPasswordFieldsProps) {
  const [isShown, setShown] = useState(false);
  const strength = useStrength(value.password);
  const type = isShown ? 'text' : 'password';
  const Icon = isShown ? EyeOff : Eye;
  return (
    <>
      <TextField
        id="new-password"
        label="New password"
        type={type}
        autoComplete="new-password"
        help={`At least ${PASSWORD_MIN_LENGTH} characters. Several unrelated words are easy to remember and hard to guess.`}
        value={value.password}
        error={errors.password}
        onChange={(password) => onChange({ ...value, password })}
      />
      <p className="strength small" role="status">
        {strength && (
          <>
            <span className="strength-rungs" data-rungs={strength.rungs} aria-hidden="true">
              <i />
              <i />
              <i />
              <i />
            </span>
            {`Password strength: ${strength.word}`}
          </>
        )}
      </p>
      <TextField
        id="repeat-new-password"
        label="Repeat new password"
        type={type}
        autoComplete="new-password"
        value={value.repeated}
        error={errors.repeated}
        onChange={(repeated) => onChange({ ...value, repeated })}
      />
      <Button variant="plain" small className="show-passwords" onClick={() => setShown(!isShown)}>
        <Icon className="icon" aria-hidden="true" />
        {isShown ? 'Hide passwords' : 'Show passwords'}
      </Button>
    </>
  );
}
