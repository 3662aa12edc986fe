import { useState } from 'react';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import { PlacePicker } from '#src/admin/departments/PlacePicker.tsx';
import '#src/admin/departments/departments.css';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useListDepartmentsQuery } from '#store/admin/departmentsApi.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

interface DepartmentDialogProps {
  person: AdminPersonPage;
  onClose: () => void;
}

export function DepartmentDialog({ person, onClose }: DepartmentDialogProps) {
  const query = useListDepartmentsQuery();
  const latest = person.department?.departmentId ?? null;
  const [base, setBase] = useState(latest);
  const [departmentId, setDepartmentId] = useState(base);
  const isChanged = departmentId !== base;
  const nameOf = (id: number | null) =>
    query.data?.data.find((one) => one.departmentId === id)?.name ?? 'No department';
  const rebase = (keepsMine: boolean) => {
    setBase(latest);
    if (!keepsMine) setDepartmentId(latest);
  };
  return (
    <ChangeDialog
      title={`Change ${fullName(person)}’s department`}
      verb="Change department"
      person={person}
      change={isChanged ? { departmentId, expected: { departmentId: base } } : null}
      conflicts={
        isChanged && latest !== base && latest !== departmentId
          ? [
              {
                field: 'departmentId',
                label: 'Department',
                mine: nameOf(departmentId),
                theirs: person.department?.name ?? 'No department',
              },
            ]
          : []
      }
      onCompared={rebase}
      onClose={onClose}
    >
      {() => (
        <QueryContent
          query={query}
          title="Departments"
          level={2}
          failure="The departments did not load"
          skeleton={<SkeletonRows count={3} />}
        >
          {({ data }) => (
            <PlacePicker
              label="Department"
              all={data}
              top={{ label: 'No department', refusal: null }}
              refusal={() => null}
              value={departmentId}
              onChange={setDepartmentId}
            />
          )}
        </QueryContent>
      )}
    </ChangeDialog>
  );
}
