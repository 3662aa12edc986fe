import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';

/** The action that failed, and the reason. */
export const MutationError = ({ error, what }: { error: unknown; what: string }) =>
  error ? (
    <ErrorSummary>
      {what} <ProblemText message={problemOf(error).message} />
    </ErrorSummary>
  ) : null;
