import type { ReactNode } from 'react';
import { problemOf } from '#store/api/problemOf.ts';
import { Delayed } from './Delayed.tsx';
import { TroubleCard } from './Trouble.tsx';

/** What RTK Query's hooks answer, as far as a screen needs it. */
export interface QueryLike<T> {
  data?: T | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: QueryLike<T>;
  /** Names the screen while there is nothing else to name it with. */
  title: string;
  /** A part of a screen that has its own heading, as a tab, is not the first of it. */
  level?: 1 | 2;
  what: string;
  skeleton: ReactNode;
  /** Shown for a 404: what is not there and where to go instead. */
  missing?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Loading, failed, not there, there. What was there already stays while it is fetched again. */
export function Loaded<T>({ query, title, level = 1, what, skeleton, missing, children }: LoadedProps<T>) {
  const Heading = `h${level}` as const;
  if (query.data !== undefined && !(query.error && problemOf(query.error).status === 404))
    return children(query.data);
  if (query.error) {
    if (missing && problemOf(query.error).status === 404) return missing;
    return (
      <>
        <div className="page-top">
          <Heading className={`title-${level}`}>{title}</Heading>
        </div>
        <TroubleCard
          what={what}
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </>
    );
  }
  return (
    <>
      <Heading className="visually-hidden">{title}</Heading>
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <Delayed>
        <div aria-hidden="true">{skeleton}</div>
      </Delayed>
    </>
  );
}
