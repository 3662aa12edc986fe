import { Check, CircleAlert, CloudOff } from 'lucide-react';
import { Button } from '#src/ui/controls/Button.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import type { DocumentState } from './documentVersions.ts';
import './documentStatus.css';

interface DocumentStatusProps {
  state: DocumentState;
  /** Time of the last save. */
  savedAt: string;
  message: string | null;
  onRetry: () => void;
}

/** Shows whether all changes are saved. */
export function DocumentStatus({ state, savedAt, message, onRetry }: DocumentStatusProps) {
  const { today, dayOf, time, shortDay } = useFormats();
  const isToday = dayOf(savedAt) === today;
  return (
    <span className="document-status small text-3">
      <span role="status" className="row">
        {state === 'saving' && 'Saving…'}
        {state === 'saved' && (
          <>
            <Check className="icon icon-small" aria-hidden="true" />
            {isToday ? `Saved at ${time(savedAt)}` : `Saved on ${shortDay(savedAt)}`}
          </>
        )}
        {state === 'kept' && (
          <>
            <CloudOff className="icon icon-small" aria-hidden="true" />
            Saved on this device, not sent yet
          </>
        )}
        {state === 'refused' && (
          <span className="row document-refused">
            <CircleAlert className="icon icon-small" aria-hidden="true" />
            {`Not saved. ${message ?? ''}`}
          </span>
        )}
      </span>
      {(state === 'kept' || state === 'refused') && (
        <Button variant="link" small onClick={onRetry}>
          Retry
        </Button>
      )}
    </span>
  );
}
