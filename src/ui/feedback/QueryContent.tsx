import type { ReactNode } from 'react';
import { problemOf } from '#store/api/problemOf.ts';
import { Delayed } from './Delayed.tsx';
import { ErrorCard } from './ErrorCard.tsx';

/** The part of an RTK Query result that screens need. */
export interface QueryLike<T> {
  data?: T | undefined;
  /** `data` can belong to earlier arguments; this is the data of the current ones. */
  currentData?: T | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface QueryContentProps<T> {
  query: QueryLike<T>;
  /** The heading while the data is not loaded. */
  title: string;
  /** Heading level 2 for a part of a screen, such as the content of a tab. */
  level?: 1 | 2;
  /** The heading after a failed load: 'Your programs did not load'. */
  failure: string;
  skeleton: ReactNode;
  /** Shown for a 404. */
  missing?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Renders a query as loading, failed, missing or loaded. Loaded data stays visible during a refetch. If it belongs to other
 * arguments and those of now have failed, the error is above it, because the data can contain the filters.
 */
export function QueryContent<T>({
  query,
  title,
  level = 1,
  failure,
  skeleton,
  missing,
  children,
}: QueryContentProps<T>) {
  const Heading = `h${level}` as const;
  const isOfOther = 'currentData' in query && query.currentData === undefined;
  const error = (
    <ErrorCard
      failure={failure}
      error={query.error}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
  if (query.data !== undefined && !(query.error && problemOf(query.error).status === 404))
    return (
      <>
        {Boolean(query.error) && isOfOther && error}
        {children(query.data)}
      </>
    );
  if (query.error) {
    if (missing && problemOf(query.error).status === 404) return missing;
    return (
      <>
        <div className="page-top">
          <Heading className={`title-${level}`}>{title}</Heading>
        </div>
        {error}
      </>
    );
  }
  return (
    <>
      <Heading className="visually-hidden">{title}</Heading>
      <Loading skeleton={skeleton} />
    </>
  );
}

/** Also for a part of loaded content whose data belongs to other arguments. */
export const Loading = ({ skeleton }: { skeleton: ReactNode }) => (
  <>
    <p className="visually-hidden" role="status">
      Loading
    </p>
    <Delayed>
      <div aria-hidden="true">{skeleton}</div>
    </Delayed>
  </>
);
