import { ArrowDown, ArrowUp, Lock, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import type { AgendaItem } from '#store/coaching/room/notesContent.ts';

interface AgendaRowProps {
  item: AgendaItem;
  isPrivate: boolean;
  isCurrent: boolean;
  /** This person has just added it, so it is scrolled into view. */
  isAdded: boolean;
  /** Minutes since the item began; null while the two have not met, and for other items. */
  spent: number | null;
  place: { isFirst: boolean; isLast: boolean };
  onTick: (isDone: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One item. It moves with its buttons, or with Alt and the arrow keys on its checkbox. */
export function AgendaRow({
  item,
  isPrivate,
  isCurrent,
  isAdded,
  spent,
  place,
  onTick,
  onMove,
  onRemove,
}: AgendaRowProps) {
  const { text, minutes, isDone } = item;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isAdded) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isAdded]);
  return (
    <li ref={row} className="agenda-row" data-done={isDone || undefined} data-now={isCurrent || undefined}>
      <input
        type="checkbox"
        className="tick"
        checked={isDone}
        aria-label={`Done: ${text}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onChange={(event) => onTick(event.target.checked)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          onMove(event.key === 'ArrowUp' ? -1 : 1);
        }}
      />
      <AgendaText item={item} isPrivate={isPrivate} />
      <span
        className="small text-2 figures agenda-minutes"
        data-over={(spent !== null && spent > minutes) || undefined}
      >
        {spent === null ? `${minutes} min` : `${spent} of ${minutes} min`}
      </span>
      <span className="agenda-moves">
        <IconButton label={`Move up: ${text}`} small disabled={place.isFirst} onClick={() => onMove(-1)}>
          <ArrowUp className="icon icon-small" />
        </IconButton>
        <IconButton label={`Move down: ${text}`} small disabled={place.isLast} onClick={() => onMove(1)}>
          <ArrowDown className="icon icon-small" />
        </IconButton>
        <IconButton label={`Remove: ${text}`} small onClick={onRemove}>
          <X className="icon icon-small" />
        </IconButton>
      </span>
    </li>
  );
}

/** What an item is about, and whether only the viewer sees it. */
export const AgendaText = ({
  item: { text, about },
  isPrivate,
}: Pick<AgendaRowProps, 'item' | 'isPrivate'>) => (
  <div>
    <p className="agenda-text">
      {isPrivate && (
        <>
          <Lock className="icon icon-small" aria-hidden="true" />
          <span className="visually-hidden">Only you: </span>
        </>
      )}
      {text}
    </p>
    {about && about.name !== text && (
      <p className="agenda-about">
        <Tag>{about.kind === 'topic' ? `Topic: ${about.name}` : `Objective: ${about.name}`}</Tag>
      </p>
    )}
  </div>
);
