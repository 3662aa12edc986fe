import { useState } from 'react';
import type { QueryLike } from '#src/ui/feedback/QueryContent.tsx';

/**
 * Whether `data` of the query belongs to another filter, because the answer for `filter` is loading or has failed. Unlike
 * `currentData`, this does not change when only the page or the order changes.
 */
export function useIsOfOtherFilter({ currentData }: Pick<QueryLike<unknown>, 'currentData'>, filter: object) {
  const key = JSON.stringify(filter);
  const [loaded, setLoaded] = useState(key);
  if (currentData === undefined) return loaded !== key;
  if (loaded !== key) setLoaded(key);
  return false;
}
