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
  const latest = managers.at(-1) ?? null;
  const [base, setBase] = useState(latest);
  const [manager, setManager] = useState<FieldPerson | null>(base);
  const managerId = manager?.userId ?? null;
  const baseId = base?.userId ?? null;
  const latestId = latest?.userId ?? null;
  const isChanged = managerId !== baseId;
  const nameOf = (one: FieldPerson | null) => (one ? fullName(one) : 'No manager');
  const rebase = (keepsMine: boolean) => {
    setBase(latest);
    if (!keepsMine) setManager(latest);
  };
  return (
    <ChangeDialog
      title={`Change ${fullName(person)}’s manager`}
      verb="Change manager"
      person={person}
      change={isChanged ? { managerId, expected: { managerId: baseId } } : null}
      conflicts={
        isChanged && latestId !== baseId && latestId !== managerId
          ? [{ field: 'managerId', label: 'Manager', mine: nameOf(manager), theirs: nameOf(latest) }]
          : []
      }
      onCompared={rebase}
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
