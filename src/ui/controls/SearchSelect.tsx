import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import './combobox.css';

interface Option {
  value: string;
  label: string;
}

interface SearchSelectProps {
  /** Accessible name of the button and its list. */
  label: string;
  /** Placeholder of the text field above the list. */
  placeholder: string;
  className: string;
  options: readonly Option[];
  value: string;
  /** Shown if no option matches the text. */
  empty: string;
  onChange: (value: string) => void;
  /** The label of the button. */
  children: ReactNode;
}

/** A button that opens a searchable list, for more options than a native select can show well. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, placeholder, className, options, value, empty, onChange, children } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const selected = options.find((option) => option.value === value) ?? null;
  return (
    <Combobox.Root<Option>
      items={options}
      value={selected}
      isItemEqualToValue={(a, b) => a.value === b.value}
      onValueChange={(option) => {
        trigger.current?.focus(); // the list closes later, and the focus must not be lost before
        onChange(option?.value ?? '');
      }}
      autoHighlight
    >
      <Combobox.Trigger
        ref={trigger}
        className={className}
        aria-label={selected?.value ? `${label}: ${selected.label}` : label}
      >
        {children}
        <ChevronDown className="icon" aria-hidden="true" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} collisionPadding={8} align="start">
          <Combobox.Popup className="combobox-options options-search" aria-label={label}>
            <Combobox.Input
              className="input"
              aria-label={placeholder}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
            />
            <Combobox.Empty className="options-empty">{empty}</Combobox.Empty>
            <Combobox.List className="options-list" aria-label={label}>
              {(option: Option) => (
                <Combobox.Item key={option.value} value={option} className="combobox-option">
                  {option.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
