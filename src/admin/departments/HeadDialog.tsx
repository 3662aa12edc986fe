import { type FormEvent, useState } from 'react';
import type { Department } from '#contract/administration/departments.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { PersonField } from '#src/forms/PersonField.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useChangeDepartmentMutation } from '#store/admin/departmentsApi.ts';
import { useDialogCall } from './useDialogCall.ts';

/** Chooses the head of the department. */
export function HeadDialog({ department, onClose }: { department: Department; onClose: () => void }) {
  const { departmentId, name, head } = department;
  const [change] = useChangeDepartmentMutation();
  const [headId, setHeadId] = useState(head?.userId ?? null);
  const { errors, corrected, message, isSending, send } = useDialogCall<Department>(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(() => change({ departmentId, name, change: { headId } }));
  };
  return (
    <Dialog title={`Head of ${name}`} onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        <FormErrors title="Not saved yet" message={message} />
        <PersonField
          label="Head"
          help="The head is shown with the department. This changes no rights and no managers."
          error={fieldSentence('Head', errors.headId)}
          value={headId}
          onChange={(next) => {
            setHeadId(next);
            corrected('headId');
          }}
        />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isSending}>
            Save head
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
