import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { type SignOnRefusal, signOnRefusal } from '#contract/access/signOn.ts';
import { AccountPage } from '#src/account/AccountPage.tsx';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { isSignOnDone, redirectTargetOf } from '#store/navigation/safePath.ts';

const REASONS: Record<SignOnRefusal, string> = {
  state: 'The sign-in took longer than 10 minutes, was completed before, or began in another browser.',
  denied: 'Your identity provider did not sign you in, or you cancelled.',
  provider:
    'Your identity provider could not be reached or refused the request. Try again in a moment. If it happens again, tell your administrator.',
  token:
    'The response from your identity provider is not valid for your organisation. Tell your administrator.',
  settings: 'The single sign-on settings of your organisation have just changed. Sign in again.',
  'email-missing': 'Your identity provider did not send your email address. Tell your administrator.',
  'email-unverified':
    'Your email address is not verified at your identity provider. Verify it there, and sign in again.',
  domain: 'Your email address does not belong to this organisation. Sign in with your work account.',
  'not-invited': 'You do not have an account yet. Ask your administrator for an invitation.',
  deactivated: 'Your account is no longer active. Ask your administrator.',
  'other-account':
    'Your email address is connected to another account at your identity provider. Ask your administrator.',
};

/** The page after the identity provider: starts the session and opens the target, or shows why it cannot. */
export default function SignOn() {
  const { search } = useAppSelector(selectLocation);
  const refused = signOnRefusal.safeParse(new URLSearchParams(search).get('refused'));
  const target = redirectTargetOf(search);
  const loginPath = target === null ? '/login' : `/login?redirectUrl=${encodeURIComponent(target)}`;
  return (
    <AccountPage>
      {refused.success ? (
        <Refused loginPath={loginPath}>{REASONS[refused.data]}</Refused>
      ) : (
        <Complete loginPath={loginPath} />
      )}
    </AccountPage>
  );
}

/** The result is in the address, so that a jump in time shows the same page. */
function addressWith(search: string, name: string, value: string): string {
  const parameters = new URLSearchParams(search);
  parameters.set(name, value);
  return `/sign-on?${parameters}`;
}

/** The guard opens the target when the person is signed in and the address has `done=1`. */
function Complete({ loginPath }: { loginPath: string }) {
  const { auth } = usePorts();
  const navigate = useNavigate();
  const { search } = useAppSelector(selectLocation);
  const [failure, setFailure] = useState<string | null>(null);
  const hasBegun = useRef(isSignOnDone(search));
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    auth.completeSignOn().then(
      (isDone) =>
        navigate(isDone ? addressWith(search, 'done', '1') : addressWith(search, 'refused', 'state'), {
          replace: true,
        }),
      (error: unknown) => setFailure(problemOf(error).message),
    );
  }, [auth, navigate, search]);
  if (failure !== null) return <Refused loginPath={loginPath}>{failure}</Refused>;
  return (
    <>
      <h1 className="title-1" role="status">
        Signing you in…
      </h1>
      <p className="lede">This takes a moment.</p>
      <Link to={loginPath}>Back to sign in</Link>
    </>
  );
}

const Refused = ({ loginPath, children }: { loginPath: string; children: string }) => (
  <>
    <h1 className="title-1">You are not signed in</h1>
    <p className="lede" role="alert">
      {children}
    </p>
    <Link className={buttonClass('primary')} to={loginPath}>
      Back to sign in
    </Link>
  </>
);
