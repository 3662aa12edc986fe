import { pathTo } from '#contract/administration/departmentTree.ts';

interface NamedDepartment {
  departmentId: number;
  name: string;
  parentId: number | null;
}

/** The departments with their paths, such as “Customer care / Claims”, in the order of the tree. */
export const withPaths = <T extends NamedDepartment>(all: readonly T[]): (T & { path: string })[] =>
  all
    .map((one) => ({
      ...one,
      path: pathTo(all, one.departmentId)
        .map(({ name }) => name)
        .join(' / '),
    }))
    .toSorted((a, b) => a.path.localeCompare(b.path));
