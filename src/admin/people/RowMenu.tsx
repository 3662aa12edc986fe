import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import type { BulkAction } from '#contract/administration/bulk.ts';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import { useStartConversation } from '#src/chat/useStartConversation.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Menu, MenuItem, MenuLink } from '#src/ui/overlays/Menu.tsx';
import {
  useResendInvitationMutation,
  useSendPasswordResetMutation,
  useWithdrawInvitationMutation,
} from '#store/admin/personApi.ts';

interface RowMenuProps {
  person: AdminPerson;
  tabIndex: number;
  /** Opens the dialog of an action for this person only. */
  onAct: (action: BulkAction, userId: number) => void;
  onFailure: (error: unknown) => void;
}

/** An administrator's actions for one person, without opening their page. */
export function RowMenu({ person, tabIndex, onAct, onFailure }: RowMenuProps) {
  const { userId, status, invitation, isAdmin, isErased = false } = person;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [resend] = useResendInvitationMutation();
  const [withdraw] = useWithdrawInvitationMutation();
  const message = useStartConversation(userId);
  const [sendReset] = useSendPasswordResetMutation();
  const send = async (call: Promise<{ error?: unknown }>) => {
    onFailure(null);
    const { error } = await call;
    if (error) onFailure(error);
  };
  const act = (action: BulkAction) => () => onAct(action, userId);
  return (
    <>
      <IconButton
        ref={button}
        label={`Actions for ${fullName(person)}`}
        small
        className="row-menu"
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis className="icon" />
      </IconButton>
      {isOpen && (
        <Menu
          label={`Actions for ${fullName(person)}`}
          className="user-menu"
          button={button}
          onClose={() => setOpen(false)}
        >
          <MenuLink to={`/admin/people/${userId}`}>View person</MenuLink>
          {status === 'active' && message && <MenuItem onClick={message}>Send message</MenuItem>}
          {status === 'invited' && (
            <MenuItem onClick={() => void send(resend({ userId }))}>
              {invitation ? 'Resend invitation' : 'Send invitation'}
            </MenuItem>
          )}
          {invitation?.state === 'pending' && (
            <MenuItem onClick={() => void send(withdraw({ userId }))}>Withdraw invitation</MenuItem>
          )}
          {status === 'active' && (
            <MenuItem onClick={() => void send(sendReset({ userId }))}>Send password reset</MenuItem>
          )}
          <MenuItem onClick={act('change-department')}>Change department</MenuItem>
          <MenuItem onClick={act('change-manager')}>Change manager</MenuItem>
          <MenuItem onClick={act(isAdmin ? 'remove-admin' : 'make-admin')}>
            {isAdmin ? 'Remove administrator' : 'Make administrator'}
          </MenuItem>
          {!isErased && (
            <MenuItem onClick={act(status === 'deactivated' ? 'reactivate' : 'deactivate')}>
              {status === 'deactivated' ? 'Reactivate' : 'Deactivate'}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  );
}
