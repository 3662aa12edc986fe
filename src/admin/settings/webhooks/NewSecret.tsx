import { Button } from '#src/ui/controls/Button.tsx';
import { CopyField } from '#src/ui/controls/CopyField.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';

/** The secret is shown only once and stays in this dialog. */
export const NewSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog title="Copy the signing secret" startsAtTitle onClose={onClose}>
    <div className="stack-4">
      <p>
        Your system checks the signature of each message with it. It is shown only once. If you lose it,
        rotate it.
      </p>
      <CopyField label="Signing secret" value={secret} what="signing secret" />
      <div className="row row-wrap dialog-end">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </Dialog>
);
