import { type FormEvent, useState } from 'react';
import {
  type Passkeys as AllPasskeys,
  MAX_PASSKEYS,
  PASSKEY_NAME_MAX_LENGTH,
} from '#contract/access/passkeys.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { passkeyFailure } from '#src/login/passkeyFailure.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { passkeysApi, useListPasskeysQuery } from '#store/session/passkeysApi.ts';
import { toastShown } from '#store/toasts/toastsSlice.ts';
import './devices.css';
import { PasskeyList } from './PasskeyList.tsx';

const REFUSALS: Record<NonNullable<AllPasskeys['addRefusal']>, string> = {
  'single-sign-on':
    'Your organisation requires single sign-on, so passkeys are not used. Passkeys that you added earlier will work again if this changes.',
  'no-password':
    'You need a password before you can add a passkey. Sign out, and choose “Forgot password?” on the sign-in page.',
  limit: `You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`,
};

/** The user's passkeys for signing in without a password. */
export function Passkeys() {
  const query = useListPasskeysQuery();
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="section" aria-labelledby="passkeys">
      <div className="section-head">
        <div>
          <h2 className="title-2" id="passkeys">
            Passkeys
          </h2>
          {query.data?.addRefusal !== 'single-sign-on' && (
            <p className="text-2">Sign in with your fingerprint, your face or the PIN of your device.</p>
          )}
        </div>
        {query.data?.addRefusal === null && <Button onClick={() => setAdding(true)}>Add a passkey</Button>}
      </div>
      <QueryContent
        query={query}
        title="Your passkeys"
        level={2}
        failure="Your passkeys did not load"
        skeleton={<SkeletonRows count={1} />}
      >
        {({ data, addRefusal }) => (
          <div className="stack-3">
            {addRefusal && <p className="text-2">{REFUSALS[addRefusal]}</p>}
            {data.length > 0 && <PasskeyList passkeys={data} />}
            {data.length === 0 && !addRefusal && <p className="text-3">You have no passkey yet.</p>}
          </div>
        )}
      </QueryContent>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </section>
  );
}

/**
 * The user enters the password again, so that an open browser is not enough to add a passkey. It stays in this form and
 * the auth port.
 */
function AddPasskey({ onClose }: { onClose: () => void }) {
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ name?: string; password?: string; form?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    const missing = {
      ...(name.trim() === '' && { name: 'Enter a name, such as the name of your device' }),
      ...(password === '' && { password: 'Enter your current password' }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await auth.addPasskey({ name: name.trim(), currentPassword: password });
      dispatch(passkeysApi.util.invalidateTags(['Passkey']));
      dispatch(
        toastShown({ id: `passkey-${crypto.randomUUID()}`, text: 'The passkey is added.', canUndo: false }),
      );
      onClose();
    } catch (error) {
      const { currentPassword } = problemOf(error).fields;
      setErrors(
        currentPassword ? { password: `This password ${currentPassword}` } : { form: passkeyFailure(error) },
      );
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void add();
  };
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        {errors.form && (
          <ErrorSummary>
            <p className="strong">The passkey was not added</p>
            <p>{errors.form}</p>
          </ErrorSummary>
        )}
        <TextField
          label="Name"
          help="A name that you will recognise, for example “Work laptop”."
          value={name}
          maxLength={PASSKEY_NAME_MAX_LENGTH}
          error={errors.name}
          onChange={(next) => {
            setName(next);
            setErrors(({ name: _corrected, form: _failure, ...others }) => others);
          }}
        />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={errors.password}
          onChange={(next) => {
            setPassword(next);
            setErrors(({ password: _corrected, form: _failure, ...others }) => others);
          }}
        />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
