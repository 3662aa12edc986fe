import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import type { ComponentProps, ReactNode } from 'react';
import './combobox.css';

interface ComboboxProps<Item> {
  /** Accessible name of the list of options. */
  label: string;
  /** Attributes of the text field. */
  input: Pick<
    ComponentProps<'input'>,
    'id' | 'placeholder' | 'aria-describedby' | 'aria-invalid' | 'onFocus'
  >;
  /** The options that match the text. */
  items: readonly Item[];
  value: Item | null;
  text: string;
  textOf: (item: Item) => string;
  keyOf: (item: Item) => string | number;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onTextChange: (text: string) => void;
  onChange: (item: Item) => void;
  /** Shown if nothing matches the text. */
  empty?: string;
  children: (item: Item) => ReactNode;
}

/**
 * A text field that filters a list of options. The caller controls the text, the options and whether the list is open.
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, input, items, value, text, textOf, keyOf, isOpen, empty, children } = props;
  return (
    <BaseCombobox.Root<Item>
      items={items}
      filter={null}
      value={value}
      onValueChange={(item) => item !== null && props.onChange(item)}
      itemToStringLabel={textOf}
      isItemEqualToValue={(a, b) => keyOf(a) === keyOf(b)}
      inputValue={text}
      onInputValueChange={(next, { reason }) => reason === 'input-change' && props.onTextChange(next)}
      open={isOpen}
      onOpenChange={props.onOpenChange}
      // The selected option is highlighted first, or the first match during a search.
      autoHighlight={value === null || text !== textOf(value)}
    >
      <BaseCombobox.Input
        {...input}
        className="input"
        autoComplete="off"
        spellCheck={false}
        onKeyDown={(event) => {
          // Enter selects an option and does not submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner sideOffset={4} collisionPadding={8}>
          <BaseCombobox.Popup className="combobox-options">
            {empty && <BaseCombobox.Empty className="options-empty">{empty}</BaseCombobox.Empty>}
            <BaseCombobox.List className="options-list" aria-label={label}>
              {(item: Item) => (
                <BaseCombobox.Item key={keyOf(item)} value={item} className="combobox-option">
                  {children(item)}
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}
