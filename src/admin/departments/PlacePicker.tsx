import { useId, useState } from 'react';
import type { Department } from '#contract/administration/departments.ts';
import { Branches } from './Branches.tsx';
import { type TreeRow, treeRows } from './treeRows.ts';

interface PlacePickerProps {
  label: string;
  all: readonly Department[];
  /** The top level, if it can be selected. */
  top?: { label: string; refusal: string | null };
  /** Why a department cannot be selected; null if it can. */
  refusal: (row: TreeRow) => string | null;
  /** Undefined: nothing is selected; null: the top level. */
  value: number | null | undefined;
  onChange: (departmentId: number | null) => void;
}

/**
 * The tree as a list of options. During a search, only matching departments can be selected. Refused options show the
 * reason.
 */
export function PlacePicker({ label, all, top, refusal, value, onChange }: PlacePickerProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const rows = treeRows(all, () => true, search.trim());
  return (
    <fieldset className="place">
      <legend className="label">{label}</legend>
      <input
        className="input"
        type="search"
        aria-label="Find a department in this list"
        placeholder="Find a department"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className="place-list">
        {top && search.trim() === '' && (
          <Option
            name={id}
            label={top.label}
            refusal={top.refusal}
            isSelected={value === null}
            onSelect={() => onChange(null)}
          />
        )}
        {rows.map((row) => (
          <Option
            key={row.departmentId}
            name={id}
            label={row.name}
            row={row}
            refusal={refusal(row)}
            isSelected={value === row.departmentId}
            onSelect={() => onChange(row.departmentId)}
          />
        ))}
        {rows.length === 0 && <p className="place-empty text-2">No departments match.</p>}
      </div>
    </fieldset>
  );
}

interface OptionProps {
  name: string;
  label: string;
  row?: TreeRow;
  refusal: string | null;
  isSelected: boolean;
  onSelect: () => void;
}

function Option({ name, label, row, refusal, isSelected, onSelect }: OptionProps) {
  const isDisabled = refusal !== null || row?.isMatch === false;
  return (
    <label className="place-option" data-disabled={isDisabled || undefined}>
      <input type="radio" name={name} checked={isSelected} disabled={isDisabled} onChange={onSelect} />
      {row && <Branches row={row} />}
      <span className="grow">
        <bdi>{label}</bdi>
      </span>{' '}
      {refusal && <span className="small text-3">{refusal}</span>}
    </label>
  );
}
