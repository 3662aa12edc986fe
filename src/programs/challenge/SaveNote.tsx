import { Button } from '#src/ui/Button.tsx';
import type { SaveState } from './useAutosave.ts';

const words: Record<SaveState, string> = {
  resting: '',
  waiting: 'Kept here, being saved',
  saved: 'Your answers are saved',
  failed: 'Not saved yet. Your answers are kept in this browser.',
};

/** Whether what is answered so far is safe. */
export function SaveNote({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  return (
    <>
      <span className="small text-3" role="status">
        {words[state]}
      </span>
      {state === 'failed' && (
        <Button look="plain" small onClick={onRetry}>
          Save again
        </Button>
      )}
    </>
  );
}
