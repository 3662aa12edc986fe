import { Download } from 'lucide-react';
import { Refusal } from '#src/admin/person/Refusal.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { SearchFilter, SelectFilter } from '#src/ui/controls/Filters.tsx';
import { SearchSelect } from '#src/ui/controls/SearchSelect.tsx';
import { useExportPeopleMutation } from '#store/admin/peopleAdminApi.ts';
import { useGetAdminPersonQuery } from '#store/admin/personApi.ts';
import { ManagerFilter } from './AdminPersonField.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import type { PeopleAddress } from './peopleAddress.ts';
import { useDepartmentOptions } from './useDepartmentOptions.ts';

const STATUSES = [
  { value: '', label: 'Active and invited' },
  { value: 'active', label: 'Active' },
  { value: 'without-profile', label: 'Profile not completed' },
  { value: 'invited', label: 'Invited' },
  { value: 'expiring', label: 'Invitation expires soon' },
  { value: 'expired', label: 'Invitation expired' },
  { value: 'undelivered', label: 'Invitation not delivered' },
  { value: 'deactivated', label: 'Deactivated' },
  { value: 'all', label: 'All' },
];
const ROLES = [
  { value: '', label: 'All' },
  { value: 'admin', label: 'Administrator' },
  { value: 'manager', label: 'Manager' },
  { value: 'author', label: 'Content author' },
  { value: 'learner', label: 'Learner' },
];

export function PeopleFilters({ address }: { address: PeopleAddress }) {
  const { search, searchFor, filters, setFilter, clearFilters } = address;
  const [save, { isLoading, error }] = useExportPeopleMutation();
  const isSet = Object.keys(filters).length > 0;
  const text = search.trim();
  return (
    <>
      <search className="people-tools">
        <SearchFilter
          label="Search people in the organisation"
          placeholder="Search name or email"
          value={search}
          onChange={searchFor}
        />
        <div className="people-filters">
          <DepartmentFilter
            value={filters.department ?? ''}
            onChange={(value) => setFilter('department', value)}
          />
          <SelectFilter
            label="Status"
            value={filters.status ?? ''}
            options={STATUSES}
            onChange={(value) => setFilter('status', value)}
          />
          <SelectFilter
            label="Role"
            value={filters.role ?? ''}
            options={ROLES}
            onChange={(value) => setFilter('role', value)}
          />
          <OneManager address={address} />
          {isSet && (
            <Button variant="plain" onClick={clearFilters}>
              Clear filters
            </Button>
          )}
        </div>
        <div className="row people-table-tools">
          <ColumnsMenu address={address} />
          <Button
            variant="plain"
            busy={isLoading}
            onClick={() => void save({ ...filters, ...(text && { search: text }) })}
          >
            <Download className="icon icon-small" aria-hidden="true" />
            Export
          </Button>
        </div>
      </search>
      <Refusal error={error} title="The file was not saved" />
    </>
  );
}

interface DepartmentFilterProps {
  value: string;
  onChange: (value: string) => void;
}

function DepartmentFilter({ value, onChange }: DepartmentFilterProps) {
  const departments = useDepartmentOptions();
  const options = [
    { value: '', label: 'All departments' },
    ...departments,
    { value: 'none', label: 'No department' },
  ];
  return (
    <SearchSelect
      label="Department"
      placeholder="Find a department"
      className={value === '' ? 'filter' : 'filter is-set'}
      options={options}
      value={value}
      empty="No department contains this text."
      onChange={onChange}
    >
      {value === '' ? (
        'Department'
      ) : (
        <>
          Department: <b>{options.find((option) => option.value === value)?.label ?? '…'}</b>
        </>
      )}
    </SearchSelect>
  );
}

/** A link to the table contains only the manager's id, or `none`. */
function OneManager({ address: { filters, setFilter } }: { address: PeopleAddress }) {
  if (filters.manager === 'none')
    return <ManagerFilter userId={0} name="None" onChange={() => setFilter('manager', '')} />;
  return <ManagerOfId filters={filters} setFilter={setFilter} />;
}

function ManagerOfId({ filters, setFilter }: Pick<PeopleAddress, 'filters' | 'setFilter'>) {
  const userId = filters.manager === undefined ? null : Number(filters.manager);
  const { data } = useGetAdminPersonQuery({ userId: userId ?? 0 }, { skip: userId === null });
  const name = data?.userId === userId && data ? `${data.firstName} ${data.lastName}` : null;
  return (
    <ManagerFilter
      userId={userId}
      name={name}
      onChange={(next) => setFilter('manager', next === null ? '' : String(next))}
    />
  );
}
