import { useEffect, useState } from 'react';
import { problemOf } from '#store/api/problemOf.ts';

type LinkResult<Details> =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; details: Details };

/** The server's details about the opened link. They are not in the store, because they belong to a secret. */
export function useLink<Details>(read: () => Promise<Details>) {
  const [result, setResult] = useState<LinkResult<Details>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let isGone = false;
    const show = (next: LinkResult<Details>) => {
      if (!isGone) setResult(next);
    };
    read().then(
      (details) => show({ status: 'loaded', details }),
      (error: unknown) => show({ status: 'failed', message: problemOf(error).message }),
    );
    return () => {
      isGone = true;
    };
  }, [read, attempt]);
  return { result, reload: () => setAttempt(attempt + 1) };
}
