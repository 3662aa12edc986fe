import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';

interface DeleteMessageDialogProps {
  peerName: string;
  onDelete: () => void;
  onClose: () => void;
}

export function DeleteMessageDialog({ peerName, onDelete, onClose }: DeleteMessageDialogProps) {
  return (
    <Dialog title="Delete this message?" onClose={onClose}>
      <div className="stack-4">
        <p>You and {peerName} will see “Message deleted” instead of its text. You cannot undo this.</p>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Keep message
          </Button>
          <DangerButton isFinal onClick={onDelete}>
            Delete message
          </DangerButton>
        </div>
      </div>
    </Dialog>
  );
}
