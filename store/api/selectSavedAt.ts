import type { RootState } from '#store/rootReducer.ts';
import { isTransientFailure, problemOf } from './problemOf.ts';

/**
 * When the oldest data on the screen was received, if it is shown because a call got no response. Null while all data on the
 * screen is current.
 */
export function selectSavedAt({ api: { queries, subscriptions } }: RootState): number | null {
  const times = Object.entries(queries).flatMap(([key, query]) => {
    const isShown = Object.keys(subscriptions[key] ?? {}).length > 0;
    const isOld =
      query?.status === 'rejected' && query.data !== undefined && isTransientFailure(problemOf(query.error));
    return isShown && isOld && query.fulfilledTimeStamp ? [query.fulfilledTimeStamp] : [];
  });
  return times.length > 0 ? Math.min(...times) : null;
}
