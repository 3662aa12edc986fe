import { Copy, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { type ReactionEmoji, reactionEmoji } from '#contract/messageActions.ts';
import { useEscape } from '#src/ui/overlays/useEscape.ts';
import { reactionNames } from './Reactions.tsx';
import type { MenuPosition } from './useMessageActions.ts';
import './messageMenu.css';

interface MessageMenuProps {
  position: MenuPosition;
  chosenEmoji: readonly ReactionEmoji[];
  canEdit: boolean;
  onReact: (emoji: ReactionEmoji) => void;
  onCopy: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onClose: () => void;
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** The actions of a message. The menu is below the message, or above it when there is no room below. */
export function MessageMenu(props: MessageMenuProps) {
  const { position, chosenEmoji, canEdit, onReact, onCopy, onEdit, onDelete, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  useEscape(menu, true, onClose);
  useEffect(() => {
    menu.current?.querySelector('button')?.focus({ preventScroll: true });
    const closeOutside = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [onClose]);
  useLayoutEffect(() => {
    const element = menu.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const fits = position.below + element.offsetHeight <= frame.clientHeight;
    const top = fits ? position.below : Math.max(position.above - element.offsetHeight, 0);
    element.style.insetBlockStart = `${top}px`;
  }, [position]);

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
      className={position.isOwn ? 'message-menu message-menu-own' : 'message-menu'}
      role="menu"
      tabIndex={-1}
      aria-label="Message actions"
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a group of menu items is not a fieldset */}
      <div className="message-menu-emoji" role="group" aria-label="React">
        {reactionEmoji.map((emoji) => (
          <button
            key={emoji}
            type="button"
            role="menuitemcheckbox"
            aria-checked={chosenEmoji.includes(emoji)}
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
      {canEdit && (
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
