import { useState } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorIllustration } from '#src/ui/display/ErrorIllustration.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';

interface ErrorCardProps {
  /** The heading, such as 'Your programs did not load'. */
  failure: string;
  error: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** A failed call: the cause, a “Try again” button, and the request id for support. */
export function ErrorCard({ failure, error, onRetry, isRetrying = false }: ErrorCardProps) {
  const { dayAndTime } = useFormats();
  const { message, requestId } = problemOf(error);
  const [at] = useState(() => dayAndTime(Date.now()));
  return (
    <div className="card">
      <div className="empty empty-large" role="alert">
        <ErrorIllustration />
        <h2 className="title-2">{failure}</h2>
        <p>{message} What you have saved is safe.</p>
        {onRetry && (
          <div className="row row-wrap empty-action">
            <Button variant="primary" onClick={onRetry} busy={isRetrying}>
              Try again
            </Button>
          </div>
        )}
        <p className="small text-3 figures">{requestId ? `Request ${requestId}, ${at}` : at}</p>
      </div>
    </div>
  );
}
