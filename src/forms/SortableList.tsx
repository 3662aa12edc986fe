import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { reorder } from '@atlaskit/pragmatic-drag-and-drop/reorder';
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sentenceCase } from '#src/ui/text/sentenceCase.ts';
import './sortable.css';

interface SortableListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The name of an item in the label of its handle and in announcements. */
  nameOf: (item: Item, index: number) => string;
  className?: string;
  onChange: (items: Item[]) => void;
  /** `handle` is the button that moves the item. */
  children: (item: Item, index: number, handle: ReactNode) => ReactNode;
}

/**
 * A list that is ordered by pointer or keyboard. Space lifts an item, the arrow keys move it, Space drops it, and Escape
 * returns it. While an item is dragged, a line shows its new place and no other item moves.
 */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { items, keyOf, nameOf, className = '', onChange, children } = props;
  const listId = useId();
  const list = useRef<HTMLOListElement>(null);
  const [lifted, setLifted] = useState<{ key: string; before: readonly Item[] } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const show = (index: number) => `position ${index + 1} of ${items.length}`;

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || from === to || to < 0 || to >= items.length) return;
    flushSync(() => {
      onChange(reorder({ list: [...items], startIndex: from, finishIndex: to }));
      setAnnouncement(`${sentenceCase(nameOf(item, from))} moved to ${show(to)}.`);
    });
    // The browser removes the focus from an element that is moved in the document.
    list.current?.querySelector<HTMLElement>(`:scope > li:nth-child(${to + 1}) [data-handle]`)?.focus();
  };
  const drop = (text: string) => {
    setLifted(null);
    setAnnouncement(text);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const item = items[index];
    if (item === undefined) return;
    const isLifted = lifted?.key === keyOf(item);
    const name = sentenceCase(nameOf(item, index));
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (isLifted) return drop(`${name} dropped at ${show(index)}.`);
      setLifted({ key: keyOf(item), before: items });
      return setAnnouncement(
        `${name} lifted, ${show(index)}. Use the arrow keys to move it, Space to drop it, Escape to cancel.`,
      );
    }
    if (!isLifted) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      move(index, index + (event.key === 'ArrowUp' ? -1 : 1));
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      const to = lifted.before.findIndex((one) => keyOf(one) === lifted.key);
      move(index, to);
      drop(`${name} returned to ${show(Math.max(0, to))}.`);
    }
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ol className={`sortable ${className}`} ref={list}>
        {items.map((item, index) => (
          <Row
            key={keyOf(item)}
            listId={listId}
            index={index}
            isOnly={items.length < 2}
            isLifted={lifted?.key === keyOf(item)}
            label={`Move ${nameOf(item, index)}, ${show(index)}`}
            onKeyDown={(event) => onKeyDown(event, index)}
            onLeave={() => lifted && setLifted(null)}
            onDrop={move}
          >
            {(handle) => children(item, index, handle)}
          </Row>
        ))}
      </ol>
    </>
  );
}

interface RowProps {
  listId: string;
  index: number;
  /** The only item of a list cannot move. */
  isOnly: boolean;
  isLifted: boolean;
  label: string;
  onKeyDown: (event: KeyboardEvent) => void;
  onLeave: () => void;
  onDrop: (from: number, to: number) => void;
  children: (handle: ReactNode) => ReactNode;
}

function Row({ listId, index, isOnly, isLifted, label, onKeyDown, onLeave, onDrop, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [edge, setEdge] = useState<'before' | 'after' | null>(null);
  const [isDragged, setDragged] = useState(false);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    if (!row.current || !handle.current || isOnly) return;
    const element = row.current;
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ listId, index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.listId === listId,
        getData: ({ input }) => ({ edge: isInUpperHalf(element, input.clientY) ? 'before' : 'after' }),
        onDrag: ({ self, source }) =>
          setEdge(source.data.index === index ? null : self.data.edge === 'before' ? 'before' : 'after'),
        onDragLeave: () => setEdge(null),
        onDrop({ self, source }) {
          setEdge(null);
          const from = Number(source.data.index);
          const place = index + (self.data.edge === 'before' ? 0 : 1);
          drop.current(from, place > from ? place - 1 : place);
        },
      }),
    );
  }, [listId, index, isOnly]);
  return (
    <li ref={row} data-edge={edge ?? undefined} data-dragged={isDragged || undefined}>
      {children(
        isOnly ? null : (
          <button
            ref={handle}
            type="button"
            data-handle=""
            className="icon-button icon-button-small sortable-handle"
            aria-label={label}
            title={label}
            aria-pressed={isLifted}
            onKeyDown={onKeyDown}
            onBlur={({ relatedTarget }) => relatedTarget && onLeave()}
          >
            <GripVertical className="icon" aria-hidden="true" />
          </button>
        ),
      )}
    </li>
  );
}

function isInUpperHalf(element: Element, y: number) {
  const { top, height } = element.getBoundingClientRect();
  return y < top + height / 2;
}
