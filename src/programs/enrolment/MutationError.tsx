import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';

/** What was not done, and why. */
export const MutationError = ({ error, what }: { error: unknown; what: string }) =>
  error ? (
    <ErrorSummary>
      {what} {problemOf(error).message}
    </ErrorSummary>
  ) : null;
