import { useRef } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { useEscape } from '#src/ui/useEscape.ts';

interface DeleteDialogProps {
  peerName: string;
  onDelete: () => void;
  onClose: () => void;
}

export function DeleteDialog({ peerName, onDelete, onClose }: DeleteDialogProps) {
  const around = useRef<HTMLDivElement>(null);
  useEscape(around, true, onClose); // the widget behind it stays open
  return (
    <div ref={around}>
      <Dialog title="Delete this message?" onClose={onClose}>
        <div className="stack-4">
          <p>
            You and {peerName} will see “Message deleted” in its place. What you wrote cannot be brought back.
          </p>
          <div className="row row-wrap dialog-end">
            <Button look="plain" onClick={onClose}>
              Keep it
            </Button>
            <Button look="primary" onClick={onDelete}>
              Delete message
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
