import { useSearchParams } from 'react-router-dom';
import { routeOf } from '#store/navigation/routes.ts';
import { safePath } from '#store/navigation/safePath.ts';

/** The address for answering a survey. `from` is the program step that opens it. */
export const surveyPath = (surveyId: string, from: string) =>
  `/survey/participate/${surveyId}?${new URLSearchParams({ from })}`;

/** The program step that opened a survey; null if it was opened elsewhere. */
export function originOf(search: string): string | null {
  const path = safePath(new URLSearchParams(search).get('from'));
  const [pathname = ''] = path?.split(/[?#]/) ?? [];
  return routeOf(pathname) === '/program/:programId' ? path : null;
}

/** Whether all questions are shown on one page. The address keeps the choice. */
export function useShowsAll(): [showsAll: boolean, setShowsAll: (showsAll: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const set = (showsAll: boolean) => {
    const next = new URLSearchParams(params);
    if (showsAll) next.set('show', 'all');
    else next.delete('show');
    setParams(next, { replace: true });
  };
  return [params.get('show') === 'all', set];
}
