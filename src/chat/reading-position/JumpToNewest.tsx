import { ArrowDown } from 'lucide-react';
import { Button } from '#src/ui/controls/Button.tsx';

/** Scrolls to the end of the conversation. `missed` is the number of messages since the user scrolled up. */
export function JumpToNewest({ missed, onJump }: { missed: number; onJump: () => void }) {
  return (
    <Button small className="jump-to-newest" onClick={onJump}>
      <ArrowDown className="icon icon-small" aria-hidden="true" />
      {missed > 0 ? `Jump to newest (${missed} new)` : 'Jump to newest'}
    </Button>
  );
}
