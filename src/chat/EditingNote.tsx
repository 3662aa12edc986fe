import { Pencil } from 'lucide-react';
import { Button } from '#src/ui/Button.tsx';

/** Says that the field holds a message that is corrected. */
export function EditingNote({ onGivenUp }: { onGivenUp: () => void }) {
  return (
    <div className="composer-editing">
      <Pencil className="icon icon-small" aria-hidden="true" />
      <span className="grow">Editing your message</span>
      <Button look="link" small onClick={onGivenUp}>
        Cancel
      </Button>
    </div>
  );
}
