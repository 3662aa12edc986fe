import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog: keeps the focus inside, makes the page behind it inert, and closes on Escape. */
export function Dialog({ title, onClose, children }: DialogProps) {
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()} disablePointerDismissal>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop" />
        <BaseDialog.Popup className="dialog">
          <div className="dialog-head">
            <BaseDialog.Title className="title-2">{title}</BaseDialog.Title>
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
  /** Names the sheet for screen readers. */
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog at an edge of the page. A press outside closes it. */
export function Sheet({ label, className, onClose, children }: SheetProps) {
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop" />
        <BaseDialog.Popup className={className} aria-label={label}>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
