import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

interface AdminDialogProps {
  person: AdminPersonPage;
  onClose: () => void;
}

/** Gives or removes the administrator right. */
export function AdminDialog({ person, onClose }: AdminDialogProps) {
  const { userId, firstName, isAdmin } = person;
  const name = fullName(person);
  return (
    <ChangeDialog
      title={isAdmin ? `Remove ${name} as administrator?` : `Make ${name} an administrator?`}
      verb={isAdmin ? 'Remove administrator' : 'Make administrator'}
      isDanger={isAdmin}
      userId={userId}
      change={{ isAdmin: !isAdmin }}
      onClose={onClose}
    >
      {() => (
        <p>
          {isAdmin
            ? `${firstName} loses access to the administration at once and stays a member of the organisation.`
            : `${firstName} can invite, change and deactivate everyone, and change the settings of the organisation.`}
        </p>
      )}
    </ChangeDialog>
  );
}
