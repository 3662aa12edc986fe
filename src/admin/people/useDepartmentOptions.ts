import { pathTo } from '#contract/administration/departmentTree.ts';
import { useListDepartmentsQuery } from '#store/admin/departmentsApi.ts';

/** All departments for a select field, with their paths and in the order of the tree. */
export function useDepartmentOptions() {
  const { data } = useListDepartmentsQuery();
  const all = data?.data ?? [];
  return all
    .map(({ departmentId }) => ({
      value: String(departmentId),
      label: pathTo(all, departmentId)
        .map(({ name }) => name)
        .join(' / '),
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
