import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AccountPage } from '#src/account/AccountPage.tsx';
import { ResultHeading } from '#src/account/ResultHeading.tsx';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { type CallFailure, isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';

/**
 * The page of the link that is mailed after many failed sign-ins. The user must press a button, because mail scanners
 * open links. Opening another link in the same tab restarts this page.
 */
export default function Unlock() {
  const { key } = useAppSelector(selectLocation);
  return <Page key={key} />;
}

function Page() {
  const { auth } = usePorts();
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready');
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const unlock = async () => {
    setState('busy');
    setFailure(null);
    try {
      await auth.unlock();
      setState('done');
    } catch (error) {
      setFailure(problemOf(error));
      setState('ready');
    }
  };
  if (state === 'done')
    return (
      <AccountPage>
        <ResultHeading>The delay has ended</ResultHeading>
        <p className="lede" role="status">
          You can sign in now.
        </p>
        <SignInLink />
      </AccountPage>
    );
  // The same link would fail again.
  if (failure && !isTransientFailure(failure))
    return (
      <AccountPage>
        <ResultHeading>The delay has not ended</ResultHeading>
        <ErrorSummary>{failure.message}</ErrorSummary>
        <SignInLink />
      </AccountPage>
    );
  return (
    <AccountPage>
      <h1 className="title-1">Sign in without waiting</h1>
      {failure && <ErrorSummary>{failure.message}</ErrorSummary>}
      <p className="lede">
        After several failed attempts, there is a delay before you can try to sign in again. You can end the
        delay here.
      </p>
      <Button variant="primary" busy={state === 'busy'} onClick={() => void unlock()}>
        End the delay
      </Button>
    </AccountPage>
  );
}

const SignInLink = () => (
  <Link className={buttonClass('primary')} to="/login">
    Go to sign in
  </Link>
);
