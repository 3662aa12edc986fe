import type { AuditFilter } from '#contract/administration/audit.ts';
import { AdminPersonField } from '#src/admin/people/AdminPersonField.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { useGetAdminPersonQuery } from '#store/admin/personApi.ts';
import type { FilterPart } from './auditAddress.ts';
import { auditActionOptions } from './auditTexts.tsx';

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (part: FilterPart) => void;
}

const NOTHING = { action: undefined, actorId: undefined, userId: undefined, from: undefined, to: undefined };

/** Filters of the audit log and its export. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { action, actorId, userId, from, to } = filter;
  return (
    <search className="audit-filters" aria-label="Filters">
      <TextField
        label="From"
        type="date"
        value={from ?? ''}
        {...(to && { max: to })}
        onChange={(day) => onChange({ from: day })}
      />
      <TextField
        label="To"
        type="date"
        value={to ?? ''}
        {...(from && { min: from })}
        error={from && to && from > to ? 'From is after To.' : null}
        onChange={(day) => onChange({ to: day })}
      />
      <SelectField
        label="Action"
        value={action ?? ''}
        options={[{ value: '', label: 'All actions' }, ...auditActionOptions]}
        onChange={(value) => onChange({ action: value })}
      />
      <PersonFilter label="Done by" userId={actorId} onChange={(id) => onChange({ actorId: id })} />
      <PersonFilter label="About" userId={userId} onChange={(id) => onChange({ userId: id })} />
      {Object.keys(filter).length > 0 && (
        <Button variant="plain" onClick={() => onChange(NOTHING)}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

interface PersonFilterProps {
  label: string;
  userId: string | undefined;
  onChange: (userId: string | undefined) => void;
}

/** The page's address contains only the id. */
function PersonFilter({ label, userId, onChange }: PersonFilterProps) {
  const { currentData } = useGetAdminPersonQuery({ userId: Number(userId) }, { skip: userId === undefined });
  return (
    <AdminPersonField
      label={label}
      value={userId === undefined ? null : (currentData ?? null)}
      findsAll
      placeholder="Name or email"
      onChange={(person) => onChange(person ? String(person.userId) : undefined)}
    />
  );
}
