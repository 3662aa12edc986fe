import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { emailAddress } from '#contract/text.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { type SessionNotice, selectNotice } from '#store/session/sessionSlice.ts';
import { PasswordField } from './PasswordField.tsx';
import { Tenant } from './Tenant.tsx';
import { useTenantName } from './useTenantName.ts';

const NOTICES: Record<SessionNotice, string> = {
  'token-missing': 'Access Token Not Found',
  'session-ended': 'Your session has ended. Sign in again to continue where you left off.',
};
interface FormErrors {
  email?: string;
  password?: string;
  form?: string;
}

/** The password is passed to the auth port only. It never enters an action, the store or the address. */
export function LoginForm({ redirectText }: { redirectText: string | null }) {
  const { auth } = usePorts();
  const notice = useAppSelector(selectNotice);
  const tenant = useTenantName();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FormErrors>({});
  const [isBusy, setBusy] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const showErrors = (next: FormErrors) => {
    setErrors(next);
    if (next.email) emailInput.current?.focus();
    else if (next.password) passwordInput.current?.focus();
  };
  const signIn = async () => {
    const address = emailAddress.safeParse(email);
    const missing: FormErrors = {};
    if (email.trim() === '') missing.email = 'Enter your email address';
    else if (!address.success) missing.email = 'Enter a valid email address';
    if (password === '') missing.password = 'Enter your password';
    if (missing.email || missing.password || !address.success) return showErrors(missing);
    setErrors({});
    setBusy(true);
    try {
      await auth.signIn(address.data, password); // the route guards decide which screen follows
    } catch (error) {
      const { code, message } = problemOf(error);
      showErrors(code === 'organisation-not-found' ? { email: message } : { form: message });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void signIn();
  };
  const message = errors.form ?? (notice && !errors.email && !errors.password ? NOTICES[notice] : null);
  return (
    <>
      <Tenant name={tenant.tenantName} />
      <h1 className="title-1">{tenant.tenantName ? 'Welcome back' : 'Sign in to Trellis'}</h1>
      <p className="text-2 login-lede">{redirectText ?? 'Use your work email address.'}</p>
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
        <PasswordField
          ref={passwordInput}
          value={password}
          error={errors.password}
          onChange={(value) => {
            setPassword(value);
            setErrors({});
          }}
        />
        <Button variant="primary" type="submit" busy={isBusy} className="login-button">
          Sign in
        </Button>
        <Link to="/reset-password">Forgot password?</Link>
      </form>
    </>
  );
}
