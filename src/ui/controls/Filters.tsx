import { ChevronDown, Search } from 'lucide-react';
import { useId } from 'react';
import './filters.css';

interface SearchFilterProps {
  /** Text for screen readers. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field that searches a list. */
export const SearchFilter = ({ label, placeholder, value, onChange }: SearchFilterProps) => (
  <div className="search-filter">
    <Search className="icon icon-small" aria-hidden="true" />
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </div>
);

interface SelectFilterProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A native select that looks like a button. It shows its name, and its value when one is set. */
export function SelectFilter({ label, value, options, onChange }: SelectFilterProps) {
  const id = useId();
  const selected = options.find((option) => option.value === value);
  return (
    <div className={value === '' ? 'filter' : 'filter is-set'}>
      <label htmlFor={id}>{value === '' ? label : `${label}:`}</label>
      {value !== '' && <b aria-hidden="true">{selected?.label ?? '…'}</b>}
      <ChevronDown className="icon" aria-hidden="true" />
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
