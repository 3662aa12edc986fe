import { ArrowDown } from 'lucide-react';
import { Button } from '#src/ui/Button.tsx';

/** Back to the end of the conversation, with how many messages came since one left it. */
export function JumpToNewest({ missed, onJump }: { missed: number; onJump: () => void }) {
  return (
    <Button small className="jump" onClick={onJump}>
      <ArrowDown className="icon icon-small" aria-hidden="true" />
      {missed > 0 ? `Newest, ${missed} new` : 'Newest'}
    </Button>
  );
}
