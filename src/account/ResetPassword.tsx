import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { LinkState } from '#contract/access/account.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { AccountPage } from './AccountPage.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { RequestReset } from './RequestReset.tsx';
import { ResultHeading } from './ResultHeading.tsx';
import { useLink } from './useLink.ts';

/** The list is loaded after the password is set. */
const RemainingPasskeys = lazy(() => import(/* webpackChunkName: "account" */ './RemainingPasskeys.tsx'));

const REASONS: Record<Exclude<LinkState, 'open'>, string> = {
  used: 'This link has already been used.',
  revoked: 'This link was replaced by a newer one.',
  expired: 'This link has expired. Links work for 1 hour.',
  unknown: 'This link does not work. Check that you opened the whole link from the email.',
};

/** Opening another link in the same tab restarts this page. */
export default function ResetPassword() {
  const { key } = useAppSelector(selectLocation);
  return <Page key={key} />;
}

/** If the page was opened with a mailed link, sets a new password. Otherwise requests the mail. */
function Page() {
  const { auth } = usePorts();
  const { result, reload } = useLink(auth.passwordReset);
  const user = useAppSelector(selectUser);
  const [isSubmitted, setSubmitted] = useState(false);
  // Signing in remounts all screens, so this screen loses its state.
  const isDone =
    isSubmitted ||
    (result.status === 'loaded' &&
      result.details?.state === 'used' &&
      result.details.emailAddress === user?.emailAddress);
  return (
    <AccountPage>
      {result.status === 'loading' && (
        <>
          <h1 className="visually-hidden">Reset password</h1>
          <SkeletonRows count={3} />
        </>
      )}
      {result.status === 'failed' && (
        <>
          <h1 className="title-1">The link did not load</h1>
          <ErrorSummary>{result.message}</ErrorSummary>
          <Button onClick={reload}>Try again</Button>
        </>
      )}
      {isDone && (
        <>
          <ResultHeading>Password changed</ResultHeading>
          <p className="lede" role="status">
            Your password was changed with this link, and you were signed out on all other devices. You are
            signed in here.
          </p>
          <Suspense>
            <RemainingPasskeys />
          </Suspense>
          <Link className={buttonClass('primary')} to="/home">
            Go to Home
          </Link>
        </>
      )}
      {!isDone && result.status === 'loaded' && result.details?.state === 'open' && (
        <>
          <h1 className="title-1">Set a new password</h1>
          <p className="lede">{`For ${result.details.emailAddress}`}</p>
          <NewPasswordForm
            verb="Set new password"
            onSubmit={async (newPassword) => {
              await auth.resetPassword(newPassword);
              setSubmitted(true);
            }}
            onLinkRefused={reload}
          />
        </>
      )}
      {!isDone && result.status === 'loaded' && result.details?.state !== 'open' && (
        <RequestReset
          reason={result.details ? REASONS[result.details.state as Exclude<LinkState, 'open'>] : null}
        />
      )}
    </AccountPage>
  );
}
