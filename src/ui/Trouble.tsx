import { format } from 'date-fns';
import { useState } from 'react';
import { NOTIFICATION_DATE_FORMAT } from '#contract/limits.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { Button } from './Button.tsx';
import { Drawing } from './Drawing.tsx';

interface TroubleProps {
  /** What did not load, as the title says it: 'Your programs'. */
  what: string;
  error: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** A call that failed: the cause in words, a way to try again, and what support needs to find it. */
export function TroubleCard({ what, error, onRetry, isRetrying = false }: TroubleProps) {
  const { message, requestId } = problemOf(error);
  const [at] = useState(() => format(new Date(), NOTIFICATION_DATE_FORMAT));
  return (
    <div className="card">
      <div className="empty empty-large" role="alert">
        <Drawing name="tie" />
        <h2 className="title-2">{what} did not load</h2>
        <p>{message} What you have saved is safe.</p>
        {onRetry && (
          <div className="row row-wrap empty-action">
            <Button look="primary" onClick={onRetry} busy={isRetrying}>
              Retry
            </Button>
          </div>
        )}
        <p className="small text-3 figures">{requestId ? `Request ${requestId}, ${at}` : at}</p>
      </div>
    </div>
  );
}
