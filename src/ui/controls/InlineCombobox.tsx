import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import type { KeyboardEvent, ReactNode } from 'react';

/** Options under a heading. */
export interface OptionGroup<Item> {
  label: string;
  items: readonly Item[];
}

interface InlineComboboxProps<Item> {
  /** The options that match the text, or groups of them. */
  items: readonly Item[] | readonly OptionGroup<Item>[];
  /** The first option is highlighted, because Enter selects it. */
  highlightsFirst?: boolean;
  text: string;
  textOf: (item: Item) => string;
  onTextChange: (text: string) => void;
  /** Called when the arrow keys move to an option, or to none. */
  onHighlight: (item: Item | undefined) => void;
  onPick: (item: Item) => void;
  /** The field, the list and the content around them. */
  children: ReactNode;
}

/** A text field that filters a list that is always visible. The caller controls the text and the options. */
export function InlineCombobox<Item>(props: InlineComboboxProps<Item>) {
  return (
    <BaseCombobox.Root<Item>
      inline
      open
      items={props.items as readonly Item[]}
      filter={null}
      value={null}
      onValueChange={(item) => item !== null && props.onPick(item)}
      itemToStringLabel={props.textOf}
      inputValue={props.text}
      onInputValueChange={(next, { reason }) => reason === 'input-change' && props.onTextChange(next)}
      highlightItemOnHover={false}
      autoHighlight={props.highlightsFirst}
      onItemHighlighted={props.onHighlight}
    >
      {props.children}
    </BaseCombobox.Root>
  );
}

interface FieldProps {
  label: string;
  placeholder: string;
  /** In a dialog, the dialog moves the focus. `autoFocus` would move it before the dialog knows where to return it. */
  autoFocus?: boolean;
  /** Called when Enter is pressed. */
  onEnter: () => void;
  /** Called when an arrow key is pressed, before it moves to another option. */
  onArrow?: () => void;
}

export const InlineComboboxField = ({ label, placeholder, autoFocus, onEnter, onArrow }: FieldProps) => (
  <BaseCombobox.Input
    autoFocus={autoFocus}
    className="input"
    aria-label={label}
    placeholder={placeholder}
    autoComplete="off"
    spellCheck={false}
    onKeyDown={(event: KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void }) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onArrow?.();
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

interface GroupsProps<Item> extends Omit<OptionsProps<Item>, 'children'> {
  labelClassName: string;
  children: (item: Item) => ReactNode;
}

/** The options in groups, each under its heading. */
export const InlineComboboxGroups = <Item,>(props: GroupsProps<Item>) => (
  <BaseCombobox.List className={props.className} aria-label={props.label}>
    {({ label, items }: OptionGroup<Item>) => (
      <BaseCombobox.Group key={label} items={items}>
        <BaseCombobox.GroupLabel className={props.labelClassName}>{label}</BaseCombobox.GroupLabel>
        <BaseCombobox.Collection>
          {(item: Item) => (
            <BaseCombobox.Item key={props.keyOf(item)} value={item} className={props.optionClassName}>
              {props.children(item)}
            </BaseCombobox.Item>
          )}
        </BaseCombobox.Collection>
      </BaseCombobox.Group>
    )}
  </BaseCombobox.List>
);
