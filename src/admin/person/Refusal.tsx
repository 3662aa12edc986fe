import { Link } from 'react-router-dom';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';

/** Why a change was refused, and what to do instead. */
export function Refusal({ error, title = 'Nothing was changed' }: { error: unknown; title?: string }) {
  if (!error) return null;
  const { message, fields } = problemOf(error);
  const needsAnotherAdmin = fields.status !== undefined || fields.isAdmin !== undefined;
  return (
    <ErrorSummary>
      <p className="strong">{title}</p>
      <p>
        <ProblemText message={message} />
      </p>
      {needsAnotherAdmin && (
        <p>
          <Link to="/admin/people?role=admin">Show administrators</Link>
        </p>
      )}
    </ErrorSummary>
  );
}
