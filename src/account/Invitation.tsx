import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { InvitationDetails, LinkState } from '#contract/access/account.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { selectUser } from '#store/session/sessionSlice.ts';
import { AccountPage } from './AccountPage.tsx';
import { InvitationSignOn } from './InvitationSignOn.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { ResultHeading } from './ResultHeading.tsx';
import { useLink } from './useLink.ts';

/** The page of an invitation link: the person chooses a password and is signed in. */
export default function Invitation() {
  const { auth } = usePorts();
  const { result, reload } = useLink(auth.invitation);
  const user = useAppSelector(selectUser);
  const [isSubmitted, setSubmitted] = useState(false);
  // Signing in remounts all screens, so this screen loses its state.
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
      {result.status === 'loaded' && isAccepted && (
        <Accepted details={result.details} isNew={user?.lastProfileUpdate == null} />
      )}
      {result.status === 'loaded' && !isAccepted && result.details.state === 'open' && (
        <>
          <h1 className="title-1">{`Welcome to ${result.details.organisation}`}</h1>
          <p className="lede">{invitedText(result.details)}</p>
          {result.details.signOn !== 'off' && <InvitationSignOn details={result.details} />}
          {result.details.signOn !== 'enforced' && (
            <NewPasswordForm
              verb="Accept invitation"
              onSubmit={async (newPassword) => {
                await auth.acceptInvitation(newPassword);
                setSubmitted(true);
              }}
              onLinkRefused={reload}
            />
          )}
        </>
      )}
      {result.status === 'loaded' && !isAccepted && result.details.state !== 'open' && (
        <DeadLink details={result.details} />
      )}
    </AccountPage>
  );
}

function invitedText({ firstName, emailAddress, invitedBy, signOn }: InvitationDetails): string {
  const next = {
    off: `Choose a password for ${emailAddress} to start.`,
    allowed: `Sign in with your work account, or choose a password for ${emailAddress}.`,
    enforced: `Sign in with your work account ${emailAddress} to start.`,
  }[signOn];
  return invitedBy
    ? `Hello ${firstName}. ${invitedBy} has invited you. ${next}`
    : `Hello ${firstName}. ${next}`;
}

/** `isNew`: false if the link is opened again later. */
const Accepted = ({ details: { firstName }, isNew }: { details: InvitationDetails; isNew: boolean }) => (
  <>
    <ResultHeading>{`Welcome, ${firstName}`}</ResultHeading>
    <p className="lede" role="status">
      {isNew
        ? 'Your password is set and you are signed in. Next, complete your profile and answer the first questions.'
        : 'You have accepted this invitation, and you are signed in.'}
    </p>
    <Link className={buttonClass('primary')} to="/home">
      Continue
    </Link>
  </>
);

const REASONS: Record<Exclude<LinkState, 'open'>, string> = {
  used: 'This invitation has already been accepted.',
  revoked: 'This invitation was replaced by a newer one or withdrawn. Use the newest email from Trellis.',
  expired: 'This invitation has expired. Invitations work for 7 days.',
  unknown: 'Open the link in your email again, and check that it is the whole link.',
};

const SIGN_IN: Record<InvitationDetails['signOn'], string> = {
  off: 'Sign in with your password.',
  allowed: 'Sign in with your work account or your password.',
  enforced: 'Sign in with your work account.',
};

function DeadLink({ details: { state, invitedBy, signOn } }: { details: InvitationDetails }) {
  if (state === 'open') return null;
  // A reload also leads here, because the secret of the link has left the address (decision 0044).
  const isUnknown = state === 'unknown';
  const askFor = isUnknown
    ? 'If that does not help, ask your administrator for a new invitation.'
    : `Ask ${invitedBy ?? 'your administrator'} for a new invitation.`;
  return (
    <>
      <h1 className="title-1">
        {isUnknown ? 'Open your invitation again' : 'This invitation cannot be used'}
      </h1>
      <p className="lede">{state === 'used' ? `${REASONS.used} ${SIGN_IN[signOn]}` : REASONS[state]}</p>
      {state !== 'used' && <p>{askFor}</p>}
      <Link className={buttonClass('primary')} to="/login">
        Go to sign in
      </Link>
    </>
  );
}
