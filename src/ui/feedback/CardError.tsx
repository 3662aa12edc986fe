import { Button } from '#src/ui/controls/Button.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import type { QueryLike } from './QueryContent.tsx';

/** A failed query in a small card whose heading names the content. */
export const CardError = ({ failure, query }: { failure: string; query: QueryLike<unknown> }) => (
  <div className="stack-3">
    <p>
      {failure} {problemOf(query.error).message}
    </p>
    <div>
      <Button small busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  </div>
);
