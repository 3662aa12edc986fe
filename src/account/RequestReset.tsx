import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { emailAddress } from '#contract/text.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { ResultHeading } from './ResultHeading.tsx';

/** Requests a mail with a link. The text afterwards is the same whether or not the account exists. */
export function RequestReset({ reason }: { reason: string | null }) {
  const { auth } = usePorts();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    const address = emailAddress.safeParse(email);
    setFailure(null);
    if (!address.success) {
      setError(email.trim() === '' ? 'Enter your email address' : 'Enter a valid email address');
      return document.getElementById('reset-email')?.focus();
    }
    setBusy(true);
    try {
      await auth.requestPasswordReset(address.data);
      setSentTo(address.data);
    } catch (failed) {
      setFailure(problemOf(failed).message);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void send();
  };
  if (sentTo)
    return (
      <>
        <ResultHeading>Check your email</ResultHeading>
        <p className="lede" role="status">
          {`If ${sentTo} has an account, you will get an email with a link to set a new password. The link works for 1 hour.`}
        </p>
        <p>
          No email after a few minutes? Check the spelling and your spam folder, or ask your administrator.
        </p>
        <Link to="/login">Back to sign in</Link>
      </>
    );
  return (
    <>
      <h1 className="title-1">Reset your password</h1>
      <p className="lede">
        {reason ? `${reason} Request a new one here.` : 'We will email you a link to set a new password.'}
      </p>
      <form className="stack-4" onSubmit={submit} noValidate>
        {failure && <ErrorSummary>{failure}</ErrorSummary>}
        <TextField
          id="reset-email"
          autoFocus={!reason}
          label="Email"
          type="email"
          autoComplete="username"
          spellCheck={false}
          value={email}
          error={error}
          onChange={(value) => {
            setEmail(value);
            setError(null);
          }}
        />
        <Button variant="primary" type="submit" busy={isBusy}>
          Send link
        </Button>
        <Link to="/login">Back to sign in</Link>
      </form>
    </>
  );
}
