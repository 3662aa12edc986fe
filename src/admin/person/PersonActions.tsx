import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
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
  const { userId, status, invitation } = person;
  const [sendReset, reset] = useSendPasswordResetMutation();
  const [resend, resent] = useResendInvitationMutation();
  const [withdraw, withdrawn] = useWithdrawInvitationMutation();
  const [change, reactivated] = useChangePersonMutation();
  const error = [reset, resent, withdrawn, reactivated].find((one) => one.error)?.error;
  return (
    <div className="person-actions">
      <div className="row row-wrap">
        {status === 'active' && (
          <Button busy={reset.isLoading} onClick={() => void sendReset({ userId })}>
            Send password reset
          </Button>
        )}
        {status === 'invited' && (
          <Button busy={resent.isLoading} onClick={() => void resend({ userId })}>
            {invitation ? 'Resend invitation' : 'Send invitation'}
          </Button>
        )}
        {invitation?.state === 'pending' && (
          <Button busy={withdrawn.isLoading} onClick={() => void withdraw({ userId })}>
            Withdraw invitation
          </Button>
        )}
        {status === 'deactivated' ? (
          <Button
            variant="primary"
            busy={reactivated.isLoading}
            onClick={() => void change({ userId, change: { status: 'active' } })}
          >
            Reactivate
          </Button>
        ) : (
          <DangerButton onClick={onDeactivate}>Deactivate</DangerButton>
        )}
      </div>
      <Refusal error={error} />
    </div>
  );
}
