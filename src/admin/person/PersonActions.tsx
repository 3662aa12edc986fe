import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import {
  useChangePersonMutation,
  useResendInvitationMutation,
  useSendPasswordResetMutation,
  useWithdrawInvitationMutation,
} from '#store/admin/personApi.ts';
import { Refusal } from './Refusal.tsx';

interface PersonActionsProps {
  person: AdminPersonPage;
  onDeactivate: () => void;
}

/** The actions that an administrator can take now. An action that a toast confirms needs no dialog. */
export function PersonActions({ person, onDeactivate }: PersonActionsProps) {
  const { userId, status, invitation, isErased = false } = person;
  const [sendReset, reset] = useSendPasswordResetMutation();
  const [resend, resent] = useResendInvitationMutation();
  const [withdraw, withdrawn] = useWithdrawInvitationMutation();
  const [change, reactivated] = useChangePersonMutation();
  const calls = [reset, resent, withdrawn, reactivated];
  const error = calls.find((one) => one.error)?.error;
  /** An earlier refusal is removed first, because it is not about this action. */
  const run = (call: () => unknown) => {
    forgetFailures(...calls);
    call();
  };
  return (
    <div className="person-actions">
      <div className="row row-wrap">
        {status === 'active' && (
          <Button busy={reset.isLoading} onClick={() => run(() => sendReset({ userId }))}>
            Send password reset
          </Button>
        )}
        {status === 'invited' && (
          <Button busy={resent.isLoading} onClick={() => run(() => resend({ userId }))}>
            {invitation ? 'Resend invitation' : 'Send invitation'}
          </Button>
        )}
        {invitation?.state === 'pending' && (
          <Button busy={withdrawn.isLoading} onClick={() => run(() => withdraw({ userId }))}>
            Withdraw invitation
          </Button>
        )}
        {status === 'deactivated' && !isErased && (
          <Button
            variant="primary"
            busy={reactivated.isLoading}
            onClick={() => run(() => change({ userId, change: { status: 'active' } }))}
          >
            Reactivate
          </Button>
        )}
        {status !== 'deactivated' && <DangerButton onClick={onDeactivate}>Deactivate</DangerButton>}
      </div>
      <Refusal error={error} />
    </div>
  );
}
