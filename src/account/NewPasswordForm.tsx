import { type FormEvent, useState } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { checkNewPassword, type NewPasswordErrors, NewPasswordFields } from './NewPasswordFields.tsx';

interface NewPasswordFormProps {
  verb: string;
  /** Throws an error that `problemOf` can read. */
  onSubmit: (newPassword: string) => Promise<void>;
  /** The link no longer works. */
  onLinkRefused: () => void;
}

/** Sets a password with a mailed link. */
export function NewPasswordForm({ verb, onSubmit, onLinkRefused }: NewPasswordFormProps) {
  const [value, setValue] = useState({ password: '', repeated: '' });
  const [errors, setErrors] = useState<NewPasswordErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const showErrors = (next: NewPasswordErrors) => {
    setErrors(next);
    document.getElementById(next.password ? 'new-password' : 'repeat-new-password')?.focus();
  };
  const send = async () => {
    const found = checkNewPassword(value);
    if (found.password || found.repeated) return showErrors(found);
    setErrors({});
    setFailure(null);
    setBusy(true);
    try {
      await onSubmit(value.password);
    } catch (error) {
      const { message, fields } = problemOf(error);
      if (fields.token) onLinkRefused();
      else if (fields.newPassword) showErrors({ password: `This password ${fields.newPassword}` });
      else setFailure(message);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void send();
  };
  return (
    <form className="stack-4" onSubmit={submit} noValidate>
      {failure && <ErrorSummary>{failure}</ErrorSummary>}
      <NewPasswordFields
        value={value}
        errors={errors}
        onChange={(next) => {
          setValue(next);
          setErrors({});
          setFailure(null);
        }}
      />
      <Button variant="primary" type="submit" busy={isBusy}>
        {verb}
      </Button>
    </form>
  );
}
