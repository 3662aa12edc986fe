import { type FormEvent, type ReactNode, useState } from 'react';
import type { Department } from '#contract/administration/departments.ts';
import { levelsFrom } from '#contract/administration/departmentTree.ts';
import { DEPARTMENT_MAX_DEPTH } from '#contract/limits.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useChangeDepartmentMutation, useMergeDepartmentMutation } from '#store/admin/departmentsApi.ts';
import { PlacePicker } from './PlacePicker.tsx';
import type { TreeRow } from './treeRows.ts';
import { useDialogCall } from './useDialogCall.ts';

interface PlaceProps {
  department: Department;
  all: readonly Department[];
  onClose: () => void;
}

/** Chooses the new parent of the department. */
export function MoveDepartment({ department, all, onClose }: PlaceProps) {
  const { departmentId, name, parentId } = department;
  const [move] = useChangeDepartmentMutation();
  const [place, setPlace] = useState<number | null>();
  const { corrected, message, isSending, send } = useDialogCall<Department>(onClose);
  const levels = levelsFrom(all, departmentId);
  const refusal = (row: TreeRow) => {
    if (row.departmentId === departmentId) return 'This department';
    if (row.above.some((one) => one.departmentId === departmentId)) return `Below ${name}`;
    if (row.departmentId === parentId) return 'Already here';
    if (row.level + levels > DEPARTMENT_MAX_DEPTH) return `More than ${DEPARTMENT_MAX_DEPTH} levels`;
    return isTaken(all, name, row.departmentId) ? `Has a department named ${name}` : null;
  };
  const atTop =
    parentId === null ? 'Already here' : isTaken(all, name, null) ? `Has a department named ${name}` : null;
  return (
    <PlaceDialog
      title={`Move ${name}`}
      verb="Move department"
      message={message}
      isSending={isSending}
      missing={place === undefined ? 'Choose where to move the department.' : null}
      onClose={onClose}
      onSend={() => {
        if (place !== undefined) void send(() => move({ departmentId, name, change: { parentId: place } }));
      }}
    >
      <p className="text-2">People and departments below it move with it.</p>
      <PlacePicker
        label="Move below"
        all={all}
        top={{ label: 'None: at the top', refusal: atTop }}
        refusal={refusal}
        value={place}
        onChange={(next) => {
          setPlace(next);
          corrected('parentId');
        }}
      />
    </PlaceDialog>
  );
}

/** Chooses the department that receives the people and departments. */
export function MergeDepartment({
  department,
  all,
  onClose,
  onMerged,
}: PlaceProps & { onMerged: (id: number) => void }) {
  const { departmentId, name, direct } = department;
  const [merge] = useMergeDepartmentMutation();
  const [place, setPlace] = useState<number | null>();
  const { corrected, message, isSending, send } = useDialogCall<Department>((into) => {
    onClose();
    onMerged(into.departmentId);
  });
  const children = all.filter((one) => one.parentId === departmentId);
  const levels = levelsFrom(all, departmentId) - 1;
  const refusal = (row: TreeRow) => {
    if (row.departmentId === departmentId) return 'This department';
    if (row.above.some((one) => one.departmentId === departmentId)) return `Below ${name}`;
    if (row.level + levels > DEPARTMENT_MAX_DEPTH) return `More than ${DEPARTMENT_MAX_DEPTH} levels`;
    const taken = children.find((one) => isTaken(all, one.name, row.departmentId, departmentId));
    return taken ? `Has a department named ${taken.name}` : null;
  };
  const into = all.find((one) => one.departmentId === place);
  return (
    <PlaceDialog
      title={`Merge ${name}`}
      verb={into ? `Merge into ${into.name}` : 'Merge department'}
      message={message}
      isSending={isSending}
      missing={into ? null : 'Choose the department to merge into.'}
      onClose={onClose}
      onSend={() => {
        if (into) void send(() => merge({ departmentId, name, intoId: into.departmentId }));
      }}
    >
      <p className="text-2">{mergeSentence(name, direct, children.length)}</p>
      <p className="text-2">
        {`The other department, with all its people, replaces ${name} in the audiences of programs and surveys.`}
      </p>
      <PlacePicker
        label="Merge into"
        all={all}
        refusal={refusal}
        value={place}
        onChange={(next) => {
          setPlace(next);
          corrected('intoId');
        }}
      />
    </PlaceDialog>
  );
}

function mergeSentence(name: string, people: number, departments: number): string {
  const end = `${name} disappears. You cannot undo this.`;
  const below = plural(departments, '# department', '# departments');
  if (people === 0 && departments === 0)
    return `${name} has no active people and no departments below it. ${end}`;
  if (people === 0)
    return `${below} directly below ${name} ${departments === 1 ? 'moves' : 'move'} to the other department. ${end}`;
  const moved = plural(people, `# active person of ${name}`, `# active people of ${name}`);
  const subject =
    departments === 0
      ? `${moved} ${people === 1 ? 'moves' : 'move'}`
      : `${moved} and ${below} directly below it move`;
  return `${subject} to the other department. ${end}`;
}

const isTaken = (all: readonly Department[], name: string, parentId: number | null, without?: number) =>
  all.some(
    (one) =>
      one.parentId === parentId &&
      one.departmentId !== without &&
      one.name.toLowerCase() === name.toLowerCase(),
  );

interface PlaceDialogProps {
  title: string;
  verb: string;
  message: string | null;
  isSending: boolean;
  /** What the user has to choose first. */
  missing: string | null;
  onClose: () => void;
  onSend: () => void;
  children: ReactNode;
}

function PlaceDialog({
  title,
  verb,
  message,
  isSending,
  missing,
  onClose,
  onSend,
  children,
}: PlaceDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack-4" onSubmit={submit}>
        <FormErrors title="Not done yet" message={message} />
        {children}
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isSending} missing={missing}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
