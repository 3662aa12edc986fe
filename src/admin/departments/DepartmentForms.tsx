import { type FormEvent, type ReactNode, useState } from 'react';
import type { Department } from '#contract/administration/departments.ts';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useChangeDepartmentMutation, useCreateDepartmentMutation } from '#store/admin/departmentsApi.ts';
import { treeRows } from './treeRows.ts';
import { useDialogCall } from './useDialogCall.ts';

const MAX_LEVEL_ABOVE = 7;

interface CreateProps {
  all: readonly Department[];
  /** The preselected parent department. */
  parentId: number | null;
  onClose: () => void;
  onCreated: (departmentId: number) => void;
}

export function CreateDepartment({ all, parentId, onClose, onCreated }: CreateProps) {
  const [create] = useCreateDepartmentMutation();
  const [parent, setParent] = useState(parentId === null ? '' : String(parentId));
  const options = treeRows(all)
    .filter(({ level }) => level <= MAX_LEVEL_ABOVE)
    .map(({ departmentId, name, above }) => ({
      value: String(departmentId),
      label: [...above.map((one) => one.name), name].join(' / '),
    }));
  return (
    <NameDialog<Department>
      title="Create department"
      verb="Create department"
      onClose={onClose}
      onDone={({ departmentId }) => onCreated(departmentId)}
      call={(name) => create({ name, parentId: parent === '' ? null : Number(parent) })}
    >
      {(errors, corrected) =>
        options.length > 0 && (
          <SelectField
            label="Below"
            options={[{ value: '', label: 'None: at the top' }, ...options]}
            value={parent}
            onChange={(next) => {
              setParent(next);
              corrected('parentId');
            }}
            error={fieldSentence('The department above', errors.parentId)}
          />
        )
      }
    </NameDialog>
  );
}

interface RenameProps {
  department: Department;
  onClose: () => void;
}

export function RenameDepartment({ department: { departmentId, name: before }, onClose }: RenameProps) {
  const [change] = useChangeDepartmentMutation();
  return (
    <NameDialog<Department>
      title={`Rename ${before}`}
      verb="Rename"
      name={before}
      onClose={onClose}
      call={(name) => change({ departmentId, name: before, change: { name } })}
    />
  );
}

interface NameDialogProps<T> {
  title: string;
  verb: string;
  name?: string;
  onClose: () => void;
  onDone?: (result: T) => void;
  call: (name: string) => Promise<{ data?: T | undefined; error?: unknown }>;
  /** Additional fields of the form. */
  children?: (errors: Record<string, string>, corrected: (field: string) => void) => ReactNode;
}

function NameDialog<T>({
  title,
  verb,
  name: before = '',
  onClose,
  onDone,
  call,
  children,
}: NameDialogProps<T>) {
  const [name, setName] = useState(before);
  const { errors, refuse, corrected, message, isSending, send } = useDialogCall<T>((result) => {
    onClose();
    onDone?.(result);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') {
      refuse({ name: 'is missing' });
      return;
    }
    void send(() => call(name));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        <FormErrors title="Not saved yet" message={Object.keys(errors).length === 0 ? message : null} />
        <TextField
          label="Name"
          value={name}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
          error={fieldSentence('Name', errors.name)}
          onChange={(next) => {
            setName(next);
            corrected('name');
          }}
        />
        {children?.(errors, corrected)}
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isSending}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
