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
  const { userId, department } = person;
  const query = useListDepartmentsQuery();
  const current = department?.departmentId ?? null;
  const [departmentId, setDepartmentId] = useState(current);
  return (
    <ChangeDialog
      title={`Change ${fullName(person)}’s department`}
      verb="Change department"
      userId={userId}
      change={departmentId === current ? null : { departmentId }}
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
