import { useState } from 'react';
import type { InvitationDetails } from '#contract/access/account.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';

/** Accepts an invitation by signing in at the organisation's identity provider. */
export function InvitationSignOn({
  details: { emailAddress, signOn },
}: {
  details: Pick<InvitationDetails, 'emailAddress' | 'signOn'>;
}) {
  const { auth } = usePorts();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await auth.startSignOn(emailAddress ?? '', null); // the browser leaves this page
    } catch (error) {
      setFailure(problemOf(error).message);
      setBusy(false);
    }
  };
  const isOnlyWay = signOn === 'enforced';
  return (
    <div className="stack-4 invitation-sign-on">
      {failure && <ErrorSummary>{failure}</ErrorSummary>}
      <Button variant={isOnlyWay ? 'primary' : 'outlined'} busy={isBusy} onClick={() => void start()}>
        Continue with single sign-on
      </Button>
      {!isOnlyWay && <p className="or-line">or choose a password</p>}
    </div>
  );
}
