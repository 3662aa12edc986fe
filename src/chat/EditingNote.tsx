import { CircleAlert, Pencil } from 'lucide-react';
import { Button } from '#src/ui/Button.tsx';
import type { Obstacle } from './useCorrection.ts';

const WORDS: Record<Obstacle, string> = {
  deleted: 'This message has been deleted. You can send your text as a new one.',
  late: 'It is too late to change this message. You can send your text as a new one.',
};

interface EditingNoteProps {
  obstacle: Obstacle | null;
  onGivenUp: () => void;
}

/** Says that the field holds a message that is corrected, or one that can be corrected no more. */
export function EditingNote({ obstacle, onGivenUp }: EditingNoteProps) {
  const Sign = obstacle ? CircleAlert : Pencil;
  return (
    <div className="composer-editing">
      <Sign className="icon icon-small" aria-hidden="true" />
      <span className="grow" role="status">
        {obstacle ? WORDS[obstacle] : 'Editing your message'}
      </span>
      <Button look="link" small onClick={onGivenUp}>
        {obstacle ? 'Discard' : 'Cancel'}
      </Button>
    </div>
  );
}
