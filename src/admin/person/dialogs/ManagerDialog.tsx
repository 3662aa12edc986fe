import { useState } from 'react';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import { AdminPersonField, type FieldPerson } from '#src/admin/people/AdminPersonField.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

interface ManagerDialogProps {
  person: AdminPersonPage;
  onClose: () => void;
}

export function ManagerDialog({ person, onClose }: ManagerDialogProps) {
  const { userId, firstName, managers } = person;
  const current = managers.at(-1) ?? null;
  const [manager, setManager] = useState<FieldPerson | null>(current);
  const managerId = manager?.userId ?? null;
  return (
    <ChangeDialog
      title={`Change ${fullName(person)}’s manager`}
      verb="Change manager"
      userId={userId}
      change={managerId === (current?.userId ?? null) ? null : { managerId }}
      onClose={onClose}
    >
      {(errorOf) => (
        <AdminPersonField
          label="Manager"
          help={`The manager sees what ${firstName} shares with managers. Leave it empty for no manager.`}
          error={fieldSentence('The manager', errorOf('managerId'))}
          value={manager}
          without={[userId]}
          onChange={setManager}
        />
      )}
    </ChangeDialog>
  );
}
