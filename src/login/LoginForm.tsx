import { type FormEvent, useRef, useState } from 'react';
import { emailAddress } from '#contract/text.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { TextField } from '#src/ui/Field.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { type SessionNotice, selectNotice } from '#store/session/sessionSlice.ts';
import { PasswordField } from './PasswordField.tsx';
import { Tenant } from './Tenant.tsx';
import { useTenantName } from './useTenantName.ts';

const NOTICES: Record<SessionNotice, string> = {
  'token-missing': 'Access Token Not Found',
  'session-ended': 'Your session has ended. Sign in again and go on where you were.',
};
interface Wrong {
  email?: string;
  password?: string;
  form?: string;
}

/** The password goes from here to the port: into no action, no state but this form's own, no address. */
export function LoginForm({ place }: { place: string | null }) {
  const { auth } = usePorts();
  const notice = useAppSelector(selectNotice);
  const tenant = useTenantName();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const [isBusy, setBusy] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const refuse = (next: Wrong) => {
    setWrong(next);
    if (next.email) emailInput.current?.focus();
    else if (next.password) passwordInput.current?.focus();
  };
  const signIn = async () => {
    const address = emailAddress.safeParse(email);
    const missing: Wrong = {};
    if (email.trim() === '') missing.email = 'Write your email address';
    else if (!address.success) missing.email = 'This does not look like an email address';
    if (password === '') missing.password = 'Write your password';
    if (missing.email || missing.password || !address.success) return refuse(missing);
    setWrong({});
    setBusy(true);
    try {
      await auth.signIn(address.data, password); // where it leads is decided by the guards
    } catch (error) {
      const { code, message } = problemOf(error);
      refuse(code === 'organisation-not-found' ? { email: message } : { form: message });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void signIn();
  };
  const shown = wrong.form ?? (notice && !wrong.email && !wrong.password ? NOTICES[notice] : null);
  return (
    <>
      <Tenant name={tenant.tenantName} />
      <h1 className="title-1">{tenant.tenantName ? 'Welcome back' : 'Sign in to Trellis'}</h1>
      <p className="text-2 login-lede">
        {place ? (
          <>
            Your next stop is <b className="strong">{place}</b>.
          </>
        ) : (
          'With the address that your organisation knows.'
        )}
      </p>
      {shown && (
        <div className="login-trouble">
          <ErrorSummary>{shown}</ErrorSummary>
        </div>
      )}
      <form className="stack-4" onSubmit={submit} noValidate>
        <TextField
          ref={emailInput}
          label="Email"
          type="email"
          autoComplete="username"
          spellCheck={false}
          value={email}
          error={wrong.email ?? tenant.trouble}
          onChange={(value) => {
            setEmail(value);
            setWrong({});
            tenant.typed(value);
          }}
          onBlur={() => tenant.left(email)}
        />
        <PasswordField
          ref={passwordInput}
          value={password}
          error={wrong.password}
          onChange={(value) => {
            setPassword(value);
            setWrong({});
          }}
        />
        <Button look="primary" type="submit" busy={isBusy} className="login-button">
          Sign in
        </Button>
      </form>
    </>
  );
}
