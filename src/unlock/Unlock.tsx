import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AccountPage } from '#src/account/AccountPage.tsx';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';

/**
 * The page of the link that is mailed after many failed sign-ins. The user must press a button, because mail scanners
 * open links.
 */
export default function Unlock() {
  const { auth } = usePorts();
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready');
  const [error, setError] = useState<string | null>(null);
  const unlock = async () => {
    setState('busy');
    setError(null);
    try {
      await auth.unlock();
      setState('done');
    } catch (failure) {
      setError(problemOf(failure).message);
      setState('ready');
    }
  };
  return (
    <AccountPage>
      <h1 className="title-1">Sign in without waiting</h1>
      {error && <ErrorSummary>{error}</ErrorSummary>}
      {state === 'done' ? (
        <>
          <p className="lede" role="status">
            You can sign in now.
          </p>
          <Link className={buttonClass('primary')} to="/login">
            Go to sign in
          </Link>
        </>
      ) : (
        <>
          <p className="lede">
            After several failed attempts, there is a delay before you can try to sign in again. You can end
            the delay here.
          </p>
          <Button variant="primary" busy={state === 'busy'} onClick={() => void unlock()}>
            End the delay
          </Button>
        </>
      )}
    </AccountPage>
  );
}
