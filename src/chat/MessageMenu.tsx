import { Copy, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { reactionEmoji } from '#contract/chatChanges.ts';
import { useEscape } from '#src/ui/useEscape.ts';
import { reactionNames } from './reactionNames.ts';
import './messageMenu.css';

export interface MenuPlace {
  /** From the top of the list's frame: the button's upper and lower edge. */
  above: number;
  below: number;
  isOwn: boolean;
}
interface MessageMenuProps {
  place: MenuPlace;
  chosen: readonly string[];
  mayChange: boolean;
  onReact: (emoji: string) => void;
  onCopy: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onClose: () => void;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** What one can do with a message. It floats over the list, below the message or above it, wherever there is room. */
export function MessageMenu(props: MessageMenuProps) {
  const { place, chosen, mayChange, onReact, onCopy, onEdit, onDelete, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  useEscape(menu, true, onClose);
  useEffect(() => {
    menu.current?.querySelector('button')?.focus({ preventScroll: true });
    const leave = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);
  useLayoutEffect(() => {
    const element = menu.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const fits = place.below + element.offsetHeight <= frame.clientHeight;
    const top = fits ? place.below : Math.max(place.above - element.offsetHeight, 0);
    element.style.insetBlockStart = `${top}px`;
  }, [place]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') onClose();
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const items = Array.from(menu.current?.querySelectorAll<HTMLElement>('button') ?? []);
    items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus();
  };
  return (
    <div
      ref={menu}
      className={place.isOwn ? 'message-menu message-menu-own' : 'message-menu'}
      role="menu"
      tabIndex={-1}
      aria-label="Message actions"
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a group of menu items is no fieldset */}
      <div className="message-menu-emoji" role="group" aria-label="React">
        {reactionEmoji.map((emoji) => (
          <button
            key={emoji}
            type="button"
            role="menuitemcheckbox"
            aria-checked={chosen.includes(emoji)}
            aria-label={reactionNames[emoji]}
            title={reactionNames[emoji]}
            onClick={() => onReact(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
      <button type="button" role="menuitem" className="menu-item" onClick={onCopy}>
        <Copy className="icon" aria-hidden="true" />
        Copy text
      </button>
      {mayChange && (
        <>
          <button type="button" role="menuitem" className="menu-item" onClick={onEdit}>
            <Pencil className="icon" aria-hidden="true" />
            Edit
          </button>
          <button type="button" role="menuitem" className="menu-item" onClick={onDelete}>
            <Trash2 className="icon" aria-hidden="true" />
            Delete
          </button>
        </>
      )}
    </div>
  );
}
