import { Button } from '#src/ui/controls/Button.tsx';
import type { SaveState } from './useAutosave.ts';

const labels: Record<SaveState, string> = {
  idle: '',
  saving: 'Saving answers',
  saved: 'Answers saved',
  failed: 'Answers not saved. They are kept in this browser.',
};

/** Shows whether the answers so far are saved. */
export function SaveStatus({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  return (
    <>
      <span className="small text-3" role="status">
        {labels[state]}
      </span>
      {state === 'failed' && (
        <Button variant="plain" small onClick={onRetry}>
          Retry saving
        </Button>
      )}
    </>
  );
}
