import { useEffect, useEffectEvent } from 'react';
import { problemOf } from '#store/api/problemOf.ts';

/**
 * Submits again when the browser is online, if the last attempt did not reach the server. Only while the survey is on
 * screen: the outbox of a person may not contain anonymous answers. Returns the text for the user.
 */
export function useSendWhenOnline(error: unknown, send: () => void): string | null {
  const problem = error ? problemOf(error) : null;
  const isWaiting = problem?.kind === 'offline';
  const again = useEffectEvent(send);
  useEffect(() => {
    if (!isWaiting) return;
    const onOnline = () => again();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isWaiting]);
  if (!problem) return null;
  return isWaiting
    ? 'Keep this page open: they will be submitted when you are online. If you leave it, submit them when you return.'
    : problem.message;
}
