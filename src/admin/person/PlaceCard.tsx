import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { roleOf } from '#src/admin/people/roleOf.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { FactList } from '#src/ui/display/FactList.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import type { PersonDialogName } from './PersonDialog.tsx';

interface PlaceCardProps {
  person: AdminPersonPage;
  onChange: (dialog: PersonDialogName) => void;
}

/** Department, manager, rights and personal details, each with a button to change it. */
export function PlaceCard({ person, onChange }: PlaceCardProps) {
  const { longDay } = useFormats();
  const { manager, managerSince, departmentPath, title, status } = person;
  const change = (what: PersonDialogName, label: string, text = 'Change') =>
    status !== 'deactivated' && (
      <Button variant="link" small aria-label={label} onClick={() => onChange(what)}>
        {text}
      </Button>
    );
  const none = <span className="text-3">None</span>;
  const managerText: ReactNode = manager ? (
    <>
      <Link to={`/admin/people/${manager.userId}`}>{manager.name}</Link>{' '}
      {managerSince && <span className="text-3">since {longDay(managerSince)}</span>}
    </>
  ) : (
    none
  );
  return (
    <section className="card" aria-labelledby="place">
      <div className="card-head">
        <h2 className="title-2" id="place">
          Place in the organisation
        </h2>
      </div>
      <FactList
        facts={[
          {
            name: 'Department',
            value: departmentPath.length > 0 ? departmentPath.join(' / ') : none,
            action: change('department', 'Change department'),
          },
          { name: 'Manager', value: managerText, action: change('manager', 'Change manager') },
          {
            name: 'Job title',
            value: title ?? none,
            action: change('details', 'Edit name, address and job title', 'Edit'),
          },
          { name: 'Role', value: roleOf(person), action: change('role', 'Change role') },
        ]}
      />
    </section>
  );
}
