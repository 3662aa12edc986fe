import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { emailAddress } from '#contract/text.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { useAccent } from '#src/app/useAccent.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { redirectTargetOf } from '#store/navigation/safePath.ts';
import { type SessionNotice, selectNotice } from '#store/session/sessionSlice.ts';
import { PasswordField } from './PasswordField.tsx';
import { Tenant } from './Tenant.tsx';
import { useTenantName } from './useTenantName.ts';

const NOTICES: Record<Exclude<SessionNotice, 'signed-out'>, string> = {
  'token-missing': 'Access Token Not Found',
  'session-ended': 'Your session has ended. Sign in again to continue where you left off.',
};
interface FormErrors {
  email?: string;
  password?: string;
  form?: string;
}

/** The password is passed only to the auth port. It never enters an action, the store or the address. */
export function LoginForm({ redirectText }: { redirectText: string | null }) {
  const { auth } = usePorts();
  const notice = useAppSelector(selectNotice);
  const tenant = useTenantName();
  useAccent(tenant.branding?.accent);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FormErrors>({});
  const [busy, setBusy] = useState<'password' | 'sign-on' | 'passkey' | null>(null);
  const [wantsPassword, setWantsPassword] = useState(false);
  const target = redirectTargetOf(useAppSelector(selectLocation).search);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const showErrors = (next: FormErrors) => {
    setErrors(next);
    if (next.email) emailInput.current?.focus();
    else if (next.password) passwordInput.current?.focus();
  };
  // The emergency administrator can use a password even if single sign-on is enforced.
  const isEnforced = tenant.signOn === 'enforced' && !wantsPassword;
  const continueWithSignOn = async (address: string) => {
    setErrors({});
    setBusy('sign-on');
    try {
      await auth.startSignOn(address, target); // the browser leaves this page
    } catch (error) {
      showErrors({ form: problemOf(error).message });
      setBusy(null);
    }
  };
  const signIn = async () => {
    const address = emailAddress.safeParse(email);
    const missing: FormErrors = {};
    // The organisation may not be known yet when the user presses Enter in the email field.
    const mayBeEnforced = address.success && password === '' && !wantsPassword;
    if (mayBeEnforced && (await tenant.findSignOn(address.data)) === 'enforced')
      return continueWithSignOn(address.data);
    if (email.trim() === '') missing.email = 'Enter your email address';
    else if (!address.success) missing.email = 'Enter a valid email address';
    if (password === '') missing.password = 'Enter your password';
    if (missing.email || missing.password || !address.success) return showErrors(missing);
    setErrors({});
    setBusy('password');
    try {
      await auth.signIn(address.data, password); // the route guards decide which screen is next
    } catch (error) {
      const { code, message } = problemOf(error);
      showErrors(code === 'organisation-not-found' ? { email: message } : { form: message });
    } finally {
      setBusy(null);
    }
  };
  const signOn = () => {
    const address = emailAddress.safeParse(email);
    if (!address.success) return showErrors({ email: 'Enter a valid email address' });
    return busy ? undefined : continueWithSignOn(address.data);
  };
  const signInWithPasskey = async () => {
    if (busy) return;
    setErrors({});
    setBusy('passkey');
    try {
      await auth.signInWithPasskey();
    } catch (error) {
      const { passkeyFailure } = await import('./passkeyFailure.ts');
      setErrors({ form: passkeyFailure(error) });
    } finally {
      setBusy(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A password may have been filled in before the organisation was known.
    if (isEnforced) void signOn();
    else if (!busy) void signIn();
  };
  const shownNotice = errors.email || errors.password ? null : notice;
  const message = errors.form ?? (shownNotice && shownNotice !== 'signed-out' ? NOTICES[shownNotice] : null);
  return (
    <>
      <Tenant name={tenant.tenantName} logo={tenant.branding?.logo} />
      <h1 className="title-1">{tenant.tenantName ? 'Welcome back' : 'Sign in to Trellis'}</h1>
      <p className="text-2 login-lede">
        {redirectText ?? tenant.branding?.signInText ?? 'Use your work email address.'}
      </p>
      {redirectText && tenant.branding?.signInText && (
        <p className="text-2 login-lede">{tenant.branding.signInText}</p>
      )}
      {shownNotice === 'signed-out' && !message && (
        <p className="login-lede" role="status">
          You are signed out.
        </p>
      )}
      {message && (
        <div className="login-error">
          <ErrorSummary>{message}</ErrorSummary>
        </div>
      )}
      <form className="stack-4" onSubmit={submit} noValidate>
        <TextField
          ref={emailInput}
          autoFocus
          label="Email"
          type="email"
          autoComplete="username"
          spellCheck={false}
          value={email}
          error={errors.email ?? tenant.error}
          onChange={(value) => {
            setEmail(value);
            setErrors({});
            tenant.onChange(value);
          }}
          onBlur={() => tenant.onBlur(email)}
        />
        {isEnforced ? (
          <>
            <Button variant="primary" type="submit" busy={busy !== null} className="login-button">
              Continue with single sign-on
            </Button>
            <Button variant="link" onClick={() => setWantsPassword(true)}>
              Use a password instead
            </Button>
          </>
        ) : (
          <>
            <PasswordField
              ref={passwordInput}
              value={password}
              error={errors.password}
              onChange={(value) => {
                setPassword(value);
                setErrors({});
              }}
            />
            <Button variant="primary" type="submit" busy={busy === 'password'} className="login-button">
              Sign in
            </Button>
            {tenant.signOn !== 'off' && (
              <Button busy={busy === 'sign-on'} className="login-button" onClick={() => void signOn()}>
                Continue with single sign-on
              </Button>
            )}
            {'PublicKeyCredential' in globalThis && (
              <Button
                busy={busy === 'passkey'}
                className="login-button"
                onClick={() => void signInWithPasskey()}
              >
                Use a passkey
              </Button>
            )}
            <Link to="/reset-password">Forgot password?</Link>
          </>
        )}
      </form>
    </>
  );
}
