import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { fieldId } from '#src/forms/fieldIds.ts';
import { SortableList } from '#src/forms/SortableList.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';

/** The message for the field at a path of the topic, if there is one. */
export type ErrorOf = (path: string) => string | null;

interface EditableListProps<Item> {
  /** One item, such as `answer`. */
  noun: string;
  items: readonly Item[];
  /** The path of the list in the topic. */
  at: string;
  min: number;
  max: number;
  errorOf: ErrorOf;
  newItem: () => Item;
  onChange: (items: Item[]) => void;
  /** Called instead of `onChange` when an item is removed. */
  onRemove?: (item: Item) => void;
  children: (item: Item, index: number, change: (values: Partial<Item>) => void) => ReactNode;
}

/** Items of a challenge that are added, removed and ordered. */
export function EditableList<Item extends { key: string }>(props: EditableListProps<Item>) {
  const { noun, items, at, min, max, errorOf, newItem, onChange, onRemove, children } = props;
  const error = errorOf(at);
  const id = fieldId(at);
  const add = () => {
    flushSync(() => onChange([...items, newItem()]));
    document.getElementById(fieldId(`${at}.${items.length}.text`))?.focus();
  };
  const remove = (item: Item) => {
    flushSync(() => (onRemove ? onRemove(item) : onChange(items.filter((one) => one !== item))));
    document.getElementById(id)?.focus();
  };
  return (
    <div className="stack-3" id={id} tabIndex={-1}>
      <SortableList
        className="stack-3"
        items={items}
        keyOf={({ key }) => key}
        nameOf={(_, index) => `${noun} ${index + 1}`}
        onChange={onChange}
      >
        {(item, index, handle) => (
          <div className="edit-row">
            {handle}
            <div className="grow">
              {children(item, index, (values) =>
                onChange(items.map((one) => (one === item ? { ...one, ...values } : one))),
              )}
            </div>
            {items.length > min && (
              <IconButton label={`Remove ${noun} ${index + 1}`} small onClick={() => remove(item)}>
                <Trash2 className="icon" />
              </IconButton>
            )}
          </div>
        )}
      </SortableList>
      {error && <p className="field-error">{error}</p>}
      {items.length < max && (
        <div className="row">
          <Button small onClick={add}>
            {`Add ${noun}`}
          </Button>
        </div>
      )}
    </div>
  );
}
