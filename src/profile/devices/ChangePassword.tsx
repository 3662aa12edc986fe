import { type FormEvent, useState } from 'react';
import {
  checkNewPassword,
  type NewPasswordErrors,
  NewPasswordFields,
} from '#src/account/NewPasswordFields.tsx';
import { useAppDispatch } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { devicesApi } from '#store/session/devicesApi.ts';

interface Errors extends NewPasswordErrors {
  current?: string | undefined;
}
const EMPTY = { current: '', password: '', repeated: '' };

/** Changes the password. Passwords stay in this form and the auth port (decision 0003). */
export function ChangePassword({ emailAddress }: { emailAddress: string }) {
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const [value, setValue] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);

  const change = (next: Partial<typeof EMPTY>) => {
    setValue({ ...value, ...next });
    // The new password and its repetition are compared, so a change of one removes the errors of both.
    setErrors(next.current === undefined ? { current: errors.current } : { ...errors, current: undefined });
    setFailure(null);
    setChanged(false);
  };
  const showErrors = (next: Errors) => {
    setErrors(next);
    const field = next.current ? 'current-password' : next.password ? 'new-password' : 'repeat-new-password';
    document.getElementById(field)?.focus();
  };
  const send = async () => {
    const found: Errors = {
      ...(value.current === '' && { current: 'Enter your current password' }),
      ...checkNewPassword(value),
    };
    if (Object.keys(found).length > 0) return showErrors(found);
    setErrors({});
    setFailure(null);
    setBusy(true);
    try {
      await auth.changePassword({ currentPassword: value.current, newPassword: value.password });
      setValue(EMPTY);
      setChanged(true);
      dispatch(devicesApi.util.invalidateTags(['Device']));
    } catch (error) {
      const { message, fields } = problemOf(error);
      if (fields.currentPassword) showErrors({ current: `This password ${fields.currentPassword}` });
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
    <section className="section" aria-labelledby="password">
      <h2 className="title-2 section-title" id="password">
        Password
      </h2>
      <form className="stack-4 change-password" onSubmit={submit} noValidate>
        {failure && (
          <ErrorSummary>
            <p className="strong">Your password was not changed</p>
            <p>
              <ProblemText message={failure} />
            </p>
          </ErrorSummary>
        )}
        {/* Password managers need to know the account of the password. */}
        <input type="hidden" name="username" autoComplete="username" value={emailAddress} />
        <TextField
          id="current-password"
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={value.current}
          error={errors.current}
          onChange={(current) => change({ current })}
        />
        <NewPasswordFields value={value} errors={errors} onChange={change} />
        <p className="small text-3">Changing your password signs you out on all other devices.</p>
        <div role="status">
          {isChanged && (
            <p className="saved">Your password is changed. You are signed out on all other devices.</p>
          )}
        </div>
        <Button variant="primary" type="submit" busy={isBusy}>
          Change password
        </Button>
      </form>
    </section>
  );
}
