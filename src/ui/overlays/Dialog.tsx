import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  /** Wider, for dialogs with a table. */
  isWide?: boolean;
  /** Starts at the title instead of the first field, so that the text above the field is read first. */
  startsAtTitle?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The purpose of a dialog with a form. */
const FIRST_FIELD =
  'form :is(input, select, textarea):not([type="checkbox"], [type="radio"], [type="file"], [readonly], [disabled])';

/**
 * Base UI moves the focus to the opener of an earlier dialog or menu if the opener of this one is gone. `RestoreFocus`
 * then finds a place near it. An item of a menu is always gone, and the focus returns to the button of its menu.
 */
function useReturnFocus() {
  const [opener] = useState(() => document.activeElement);
  const [isMenuItem] = useState(() => Boolean(opener?.closest('[role="menu"]')));
  return () => {
    const focused = document.activeElement;
    // The screen has moved the focus itself.
    if (focused !== document.body && !focused?.closest('[role="dialog"]')) return false;
    // A link from another screen opened it, and the navigation had moved the focus to the new screen. Base UI would move
    // it on to the first control there.
    const main = document.getElementById('main');
    if (opener === document.body || opener === main) {
      main?.focus();
      return false;
    }
    return isMenuItem || Boolean(opener?.isConnected);
  };
}

/**
 * A modal dialog: keeps the focus inside, makes the page behind it inert, and closes on Escape. It starts at its first
 * field, except on touch screens, where the keyboard would cover the dialog. Without a field it starts at its title.
 */
export function Dialog({ title, isWide = false, startsAtTitle = false, onClose, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const returnFocus = useReturnFocus();
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()} disablePointerDismissal>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop" />
        <BaseDialog.Popup
          ref={popup}
          className={isWide ? 'dialog dialog-wide' : 'dialog'}
          initialFocus={(openedBy) =>
            (startsAtTitle && heading.current) ||
            (openedBy !== 'touch' && popup.current?.querySelector<HTMLElement>(FIRST_FIELD)) ||
            heading.current ||
            true
          }
          finalFocus={returnFocus}
        >
          <div className="dialog-head">
            <BaseDialog.Title ref={heading} className="title-2" tabIndex={-1}>
              {title}
            </BaseDialog.Title>
            <BaseDialog.Close render={<IconButton label="Close" small />}>
              <X className="icon" />
            </BaseDialog.Close>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface SheetProps {
  /** Accessible name of the sheet. */
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog at an edge of the page. It starts at its first field. A press outside closes it. */
export function Sheet({ label, className, onClose, children }: SheetProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop" />
        <BaseDialog.Popup
          ref={popup}
          className={className}
          aria-label={label}
          initialFocus={() => popup.current?.querySelector('input') ?? true}
        >
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
