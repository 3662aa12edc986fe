import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { InvitationDetails, LinkState } from '#contract/account.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { selectUser } from '#store/session/sessionSlice.ts';
import { AccountPage } from './AccountPage.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useLink } from './useLink.ts';

/** The page of the link in an invitation: the person chooses a password and is signed in. */
export default function Invitation() {
  const { auth } = usePorts();
  const { result, reload } = useLink(auth.invitation);
  const user = useAppSelector(selectUser);
  const [isSubmitted, setSubmitted] = useState(false);
  // Signing in renders all screens anew, so the state of this one is lost.
  const isAccepted =
    isSubmitted ||
    (result.status === 'loaded' &&
      result.details.state === 'used' &&
      result.details.emailAddress === user?.emailAddress);
  return (
    <AccountPage>
      {result.status === 'loading' && (
        <>
          <h1 className="visually-hidden">Invitation</h1>
          <SkeletonRows count={3} />
        </>
      )}
      {result.status === 'failed' && (
        <>
          <h1 className="title-1">The invitation did not load</h1>
          <ErrorSummary>{result.message}</ErrorSummary>
          <Button onClick={reload}>Try again</Button>
        </>
      )}
      {result.status === 'loaded' && isAccepted && <Accepted details={result.details} />}
      {result.status === 'loaded' && !isAccepted && result.details.state === 'open' && (
        <>
          <h1 className="title-1">{`Welcome to ${result.details.organisation}`}</h1>
          <p className="lede">{invitedText(result.details)}</p>
          <NewPasswordForm
            verb="Accept invitation"
            onSubmit={async (newPassword) => {
              await auth.acceptInvitation(newPassword);
              setSubmitted(true);
            }}
            onLinkRefused={reload}
          />
        </>
      )}
      {result.status === 'loaded' && !isAccepted && result.details.state !== 'open' && (
        <DeadLink details={result.details} />
      )}
    </AccountPage>
  );
}

const invitedText = ({ firstName, emailAddress, invitedBy }: InvitationDetails) =>
  invitedBy
    ? `Hello ${firstName}. ${invitedBy} has invited you. Choose a password for ${emailAddress} to start.`
    : `Hello ${firstName}. Choose a password for ${emailAddress} to start.`;

const Accepted = ({ details: { firstName } }: { details: InvitationDetails }) => (
  <>
    <h1 className="title-1">{`You are in, ${firstName}`}</h1>
    <p className="lede" role="status">
      Your password is set and you are signed in. Next, complete your profile and answer the first questions.
    </p>
    <Link className={buttonClass('primary')} to="/home">
      Continue
    </Link>
  </>
);

const REASONS: Record<Exclude<LinkState, 'open'>, string> = {
  used: 'This invitation has been accepted already. Sign in with your password.',
  revoked: 'This invitation was replaced by a newer one or withdrawn. Use the newest mail from Trellis.',
  expired: 'This invitation has expired. Invitations work for 7 days.',
  unknown: 'This link does not work. Check that you opened the whole link from the mail.',
};

function DeadLink({ details: { state, invitedBy } }: { details: InvitationDetails }) {
  if (state === 'open') return null;
  const askFor = invitedBy
    ? `Ask ${invitedBy} for a new invitation.`
    : 'Ask your administrator for a new invitation.';
  return (
    <>
      <h1 className="title-1">This invitation cannot be used</h1>
      <p className="lede">{REASONS[state]}</p>
      {state !== 'used' && <p>{askFor}</p>}
      <Link className={buttonClass('primary')} to="/login">
        Go to sign in
      </Link>
    </>
  );
}
