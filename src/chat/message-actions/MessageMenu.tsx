import { Copy, Pencil, Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import { type ReactionEmoji, reactionEmoji } from '#contract/messaging/messageActions.ts';
import { Menu, MenuCheckbox, MenuItem, MenuRow } from '#src/ui/overlays/Menu.tsx';
import { reactionNames } from './Reactions.tsx';
import './messageMenu.css';

interface MessageMenuProps {
  button: RefObject<HTMLElement | null>;
  anchor: Element;
  isOwn: boolean;
  chosenEmoji: readonly ReactionEmoji[];
  canEdit: boolean;
  onReact: (emoji: ReactionEmoji) => void;
  onCopy: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** The actions of a message. */
export default function MessageMenu(props: MessageMenuProps) {
  const { button, anchor, isOwn, chosenEmoji, canEdit, onReact, onCopy, onEdit, onDelete, onClose } = props;
  return (
    <Menu
      label="Message actions"
      className="message-menu"
      button={button}
      anchor={anchor}
      align={isOwn ? 'end' : 'start'}
      onClose={onClose}
    >
      <MenuRow label="React" className="message-menu-emoji">
        {reactionEmoji.map((emoji) => (
          <MenuCheckbox
            key={emoji}
            label={reactionNames[emoji]}
            isChecked={chosenEmoji.includes(emoji)}
            onClick={() => onReact(emoji)}
          >
            {emoji}
          </MenuCheckbox>
        ))}
      </MenuRow>
      <MenuItem onClick={onCopy}>
        <Copy className="icon" aria-hidden="true" />
        Copy text
      </MenuItem>
      {canEdit && (
        <>
          <MenuItem onClick={onEdit}>
            <Pencil className="icon" aria-hidden="true" />
            Edit
          </MenuItem>
          <MenuItem onClick={onDelete}>
            <Trash2 className="icon" aria-hidden="true" />
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
