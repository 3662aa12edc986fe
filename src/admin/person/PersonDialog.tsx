import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { DeactivateDialog } from '#src/admin/person/dialogs/DeactivateDialog.tsx';
import { DepartmentDialog } from '#src/admin/person/dialogs/DepartmentDialog.tsx';
import { DetailsDialog } from '#src/admin/person/dialogs/DetailsDialog.tsx';
import { ManagerDialog } from '#src/admin/person/dialogs/ManagerDialog.tsx';
import { RoleDialog } from '#src/admin/person/dialogs/RoleDialog.tsx';

const dialogs = {
  deactivate: DeactivateDialog,
  department: DepartmentDialog,
  manager: ManagerDialog,
  role: RoleDialog,
  details: DetailsDialog,
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
