import type { Department } from '#contract/administration/departments.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useDeleteDepartmentMutation } from '#store/admin/departmentsApi.ts';
import { useDialogCall } from './useDialogCall.ts';

interface DeleteProps {
  department: Department;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDepartment({ department: { departmentId, name }, onClose, onDeleted }: DeleteProps) {
  const [remove] = useDeleteDepartmentMutation();
  const { message, isSending, send } = useDialogCall<null>(() => {
    onClose();
    onDeleted();
  });
  return (
    <Dialog title={`Delete ${name}`} onClose={onClose}>
      <div className="stack-4">
        <FormErrors title="Not deleted" message={message} />
        <p>{`${name} has no people and no departments below it. You cannot undo this.`}</p>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <DangerButton
            isFinal
            busy={isSending}
            onClick={() => void send(() => remove({ departmentId, name }))}
          >
            Delete department
          </DangerButton>
        </div>
      </div>
    </Dialog>
  );
}
