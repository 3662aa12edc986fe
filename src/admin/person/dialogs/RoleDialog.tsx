import { useId, useState } from 'react';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import '#src/forms/checkbox.css';
import { ChangeDialog } from './ChangeDialog.tsx';

interface RoleDialogProps {
  person: AdminPersonPage;
  onClose: () => void;
}

/** Gives and removes rights. Being a manager comes from the direct reports and is not a right. */
export function RoleDialog({ person, onClose }: RoleDialogProps) {
  const { firstName } = person;
  // The rights when the dialog was opened: a right that someone else changes meanwhile is not changed back.
  const [base] = useState(person);
  const [isAdmin, setAdmin] = useState(base.isAdmin);
  const [mayAuthor, setAuthor] = useState(base.mayAuthor);
  const change = {
    ...(isAdmin !== base.isAdmin && { isAdmin }),
    ...(mayAuthor !== base.mayAuthor && { mayAuthor }),
  };
  return (
    <ChangeDialog
      title={`Change ${fullName(person)}’s role`}
      verb="Change role"
      isDanger={person.isAdmin && !isAdmin}
      person={person}
      change={Object.keys(change).length === 0 ? null : change}
      onClose={onClose}
    >
      {() => (
        <>
          <Right label="Administrator" isChecked={isAdmin} onChange={setAdmin}>
            {person.isAdmin && !isAdmin
              ? `${firstName} loses access to the administration immediately and stays a member of the organisation.`
              : 'Can invite, change and deactivate everyone, and change the settings of the organisation.'}
          </Right>
          <Right label="Content author" isChecked={mayAuthor} onChange={setAuthor}>
            Can write and publish topics. Administrators always can.
          </Right>
        </>
      )}
    </ChangeDialog>
  );
}

interface RightProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: string;
}

function Right({ label, isChecked, onChange, children }: RightProps) {
  const id = useId();
  return (
    <label className="right">
      <input
        type="checkbox"
        className="checkbox"
        aria-labelledby={id}
        aria-describedby={`${id}-help`}
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <span className="strong" id={id}>
          {label}
        </span>
        <span className="small text-2 right-help" id={`${id}-help`}>
          {children}
        </span>
      </span>
    </label>
  );
}
