import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { AdminDialog } from '#src/admin/person/dialogs/AdminDialog.tsx';
import { DeactivateDialog } from '#src/admin/person/dialogs/DeactivateDialog.tsx';
import { DepartmentDialog } from '#src/admin/person/dialogs/DepartmentDialog.tsx';
import { ManagerDialog } from '#src/admin/person/dialogs/ManagerDialog.tsx';

const dialogs = {
  deactivate: DeactivateDialog,
  department: DepartmentDialog,
  manager: ManagerDialog,
  admin: AdminDialog,
};
export type PersonDialogName = keyof typeof dialogs;

interface PersonDialogProps {
  name: PersonDialogName;
  person: AdminPersonPage;
  onClose: () => void;
}

/** The open dialog of the page. */
export function PersonDialog({ name, ...props }: PersonDialogProps) {
  const Named = dialogs[name];
  return <Named {...props} />;
}
