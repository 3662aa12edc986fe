import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import type { KeyboardEvent, ReactNode } from 'react';

interface InlineComboboxProps<Item> {
  /** The options that match the text. */
  items: readonly Item[];
  text: string;
  textOf: (item: Item) => string;
  onTextChange: (text: string) => void;
  /** The arrow keys moved to an option, or to none. */
  onHighlight: (item: Item | undefined) => void;
  onPick: (item: Item) => void;
  /** The field, the list and what is around them. */
  children: ReactNode;
}

/** A text field that filters a list which is always in view. The caller keeps the text and the options. */
export function InlineCombobox<Item>(props: InlineComboboxProps<Item>) {
  return (
    <BaseCombobox.Root<Item>
      inline
      open
      items={props.items}
      filter={null}
      value={null}
      onValueChange={(item) => item !== null && props.onPick(item)}
      itemToStringLabel={props.textOf}
      inputValue={props.text}
      onInputValueChange={(next, { reason }) => reason === 'input-change' && props.onTextChange(next)}
      highlightItemOnHover={false}
      onItemHighlighted={props.onHighlight}
    >
      {props.children}
    </BaseCombobox.Root>
  );
}

interface FieldProps {
  label: string;
  placeholder: string;
  /** Enter was pressed. */
  onEnter: () => void;
  /** An arrow key was pressed. It moves to another option after the call. */
  onArrow: () => void;
}

/** The text field. It has the focus from the start. */
export const InlineComboboxField = ({ label, placeholder, onEnter, onArrow }: FieldProps) => (
  <BaseCombobox.Input
    autoFocus
    className="input"
    aria-label={label}
    placeholder={placeholder}
    autoComplete="off"
    spellCheck={false}
    onKeyDown={(event: KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void }) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onArrow();
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
      event.preventDefault();
      event.preventBaseUIHandler();
      onEnter();
    }}
  />
);

interface OptionsProps<Item> {
  label: string;
  className: string;
  optionClassName: string;
  keyOf: (item: Item) => string | number;
  children: (item: Item) => ReactNode;
}

export const InlineComboboxOptions = <Item,>(props: OptionsProps<Item>) => (
  <BaseCombobox.List className={props.className} aria-label={props.label}>
    {(item: Item) => (
      <BaseCombobox.Item key={props.keyOf(item)} value={item} className={props.optionClassName}>
        {props.children(item)}
      </BaseCombobox.Item>
    )}
  </BaseCombobox.List>
);
