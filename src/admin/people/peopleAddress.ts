import { useNavigate } from 'react-router-dom';
import type { BulkAction } from '#contract/administration/bulk.ts';
import { adminPeopleQuerySchema, type PeopleSort } from '#contract/administration/peopleAdmin.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import type { PeopleFilter } from '#store/admin/peopleAdminApi.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';

const FILTERS = ['department', 'status', 'role', 'manager'] as const;
/** Actions that a link can open for everyone in the list. The others change rights or accounts, so a link cannot. */
const LINKED_ACTIONS: readonly BulkAction[] = ['resend-invitation', 'change-department', 'change-manager'];
export type FilterName = (typeof FILTERS)[number];

export const columnNames = ['department', 'manager', 'role', 'status', 'activity'] as const;
export type ColumnName = (typeof columnNames)[number];

const noFilters = Object.fromEntries(FILTERS.map((name) => [name, '']));

/** Search, filters, order and hidden columns. They are part of the address, so that Back and links restore them. */
export function usePeopleAddress() {
  const navigate = useNavigate();
  const { pathname, search } = useAppSelector(selectLocation);
  const params = new URLSearchParams(search);
  const change = (values: Record<string, string>, replace = false) => {
    for (const [name, value] of Object.entries(values))
      if (value === '') params.delete(name);
      else params.set(name, value);
    void navigate({ pathname, search: params.toString() }, { replace });
  };
  // An invalid value in a link is ignored.
  const read = (name: FilterName | 'sort' | 'order') => {
    const value = params.get(name);
    return value && adminPeopleQuerySchema.safeParse({ [name]: value }).success ? { [name]: value } : {};
  };
  const filters: Pick<PeopleFilter, FilterName> = Object.assign({}, ...FILTERS.map(read));
  const order: Pick<PeopleFilter, 'sort' | 'order'> = { ...read('sort'), ...read('order') };
  const hidden = (params.get('without') ?? '').split(',');
  const hiddenColumns = columnNames.filter((name) => hidden.includes(name));
  const sort = order.sort ?? 'name';
  const isDescending = (order.order ?? (sort === 'activity' ? 'desc' : 'asc')) === 'desc';
  return {
    search: params.get('search') ?? '',
    searchFor: (text: string) => change({ search: text }, true),
    /** The action whose undo a notification offers. */
    undo: params.get('undo'),
    /** The action that a link opened. */
    action: LINKED_ACTIONS.find((action) => action === params.get('act')) ?? null,
    closeAction: () => change({ act: '' }, true),
    filters,
    setFilter: (name: FilterName, value: string) => change({ [name]: value }),
    clearFilters: () => change(noFilters),
    clearAll: () => change({ ...noFilters, search: '' }),
    order,
    sort,
    isDescending,
    /** Sorts by another column, or reverses the order. */
    sortBy: (name: PeopleSort) => {
      const startsDescending = name === 'activity';
      const next = name === sort ? !isDescending : startsDescending;
      change({
        sort: name === 'name' ? '' : name,
        order: next === startsDescending ? '' : next ? 'desc' : 'asc',
      });
    },
    columns: columnNames.filter((name) => !hiddenColumns.includes(name)),
    toggleColumn: (name: ColumnName) =>
      change({
        without: (hiddenColumns.includes(name)
          ? hiddenColumns.filter((one) => one !== name)
          : [...hiddenColumns, name]
        ).join(','),
      }),
  };
}
export type PeopleAddress = ReturnType<typeof usePeopleAddress>;
