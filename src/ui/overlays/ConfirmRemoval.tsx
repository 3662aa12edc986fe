import type { ReactNode } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { Dialog } from './Dialog.tsx';

interface ConfirmRemovalProps {
  title: string;
  /** The text of the button. */
  verb: string;
  call: { isLoading: boolean; error?: unknown };
  /** The server's response; after an error, the dialog stays open and shows it. */
  onConfirm: () => Promise<{ error?: unknown }>;
  onClose: () => void;
  /** What happens. */
  children: ReactNode;
}

/** Asks for confirmation before something is permanently removed. */
export function ConfirmRemoval({ title, verb, call, onConfirm, onClose, children }: ConfirmRemovalProps) {
  const confirm = async () => {
    if (call.isLoading) return;
    const { error } = await onConfirm();
    if (!error) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack-4">
        {call.error !== undefined && (
          <ErrorSummary>
            <ProblemText message={problemOf(call.error).message} />
          </ErrorSummary>
        )}
        <p>{children}</p>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <DangerButton isFinal busy={call.isLoading} onClick={() => void confirm()}>
            {verb}
          </DangerButton>
        </div>
      </div>
    </Dialog>
  );
}
