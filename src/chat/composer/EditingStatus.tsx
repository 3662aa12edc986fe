import { CircleAlert, Pencil } from 'lucide-react';
import { Button } from '#src/ui/controls/Button.tsx';
import type { EditObstacle } from './useMessageEdit.ts';

const OBSTACLE_TEXTS: Record<EditObstacle, string> = {
  deleted: 'This message has been deleted. You can send your text as a new message.',
  late: 'It is too late to edit this message. You can send your text as a new message.',
};

interface EditingStatusProps {
  obstacle: EditObstacle | null;
  onDiscard: () => void;
}

/** Shows that the field contains an edit, or why the edit cannot be saved. */
export function EditingStatus({ obstacle, onDiscard }: EditingStatusProps) {
  const Icon = obstacle ? CircleAlert : Pencil;
  return (
    <div className="composer-edit-status">
      <Icon className="icon icon-small" aria-hidden="true" />
      <span className="grow" role="status">
        {obstacle ? OBSTACLE_TEXTS[obstacle] : 'Editing your message'}
      </span>
      <Button variant="link" small onClick={onDiscard}>
        {obstacle ? 'Discard' : 'Cancel'}
      </Button>
    </div>
  );
}
