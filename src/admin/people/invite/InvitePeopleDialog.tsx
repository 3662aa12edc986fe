import { useState } from 'react';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { AdminPersonField } from '#src/admin/people/AdminPersonField.tsx';
import { useDepartmentOptions } from '#src/admin/people/useDepartmentOptions.ts';
import { readTexts, useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { InviteList } from './InviteList.tsx';
import { InviteOne } from './InviteOne.tsx';
import '#src/admin/people/bulk/bulk.css';
import './invite.css';

const EMPTY = { mode: 'one', emailAddress: '', firstName: '', lastName: '', list: '', departmentId: '' };
export type InviteDraft = typeof EMPTY;

/** Invites one person, or everyone on a pasted list. The typed text is kept until it is sent. */
export function InvitePeopleDialog({ onClose }: { onClose: () => void }) {
  const departments = useDepartmentOptions();
  const draft = useDraft('admin.invite', EMPTY, readTexts(EMPTY));
  const [manager, setManager] = useState<AdminPerson | null>(null);
  const { value } = draft;
  const change = (values: Partial<InviteDraft>) => draft.set({ ...value, ...values });
  const isList = value.mode === 'list';
  const place = {
    departmentId: value.departmentId === '' ? null : Number(value.departmentId),
    managerId: manager?.userId ?? null,
  };
  const placeFields = (
    <>
      <SelectField
        label="Department (optional)"
        value={value.departmentId}
        onChange={(departmentId) => change({ departmentId })}
        options={[{ value: '', label: 'No department' }, ...departments]}
      />
      <AdminPersonField label="Manager (optional)" value={manager} onChange={setManager} />
    </>
  );
  const Form = isList ? InviteList : InviteOne;
  return (
    <Dialog title="Invite people" isWide onClose={onClose}>
      <div className="stack-4">
        <p className="text-2">
          Each person gets an email with a link, which works for 7 days. With it, they choose a password and
          sign in.
        </p>
        <div className="row invite-modes">
          <Button small aria-pressed={!isList} onClick={() => change({ mode: 'one' })}>
            One person
          </Button>
          <Button small aria-pressed={isList} onClick={() => change({ mode: 'list' })}>
            Paste a list
          </Button>
        </div>
        <Form
          value={value}
          place={place}
          onChange={change}
          onSent={() => draft.settle({ ...EMPTY, mode: value.mode })}
          onClose={onClose}
        >
          {placeFields}
        </Form>
      </div>
    </Dialog>
  );
}
