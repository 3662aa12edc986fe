import { withPaths } from '#src/forms/departmentPaths.ts';
import { useListDepartmentsQuery } from '#store/admin/departmentsApi.ts';

/** All departments for a select field, with their paths and in the order of the tree. */
export function useDepartmentOptions() {
  const { data } = useListDepartmentsQuery();
  return withPaths(data?.data ?? []).map(({ departmentId, path }) => ({
    value: String(departmentId),
    label: path,
  }));
}
