import type { RootState } from '#store/rootReducer.ts';
import { isTransientFailure, problemOf } from './problemOf.ts';

/** The frame around every screen keeps a subscription to each of them. They count only if a screen has another one. */
const OF_FRAME: (string | undefined)[] = ['getHome', 'listUsers'];

/**
 * When the oldest data on the screen was received, if it is shown because a call got no response. Null while all data on the
 * screen is current, and on a screen that has none.
 */
export function selectSavedAt({ api: { queries, subscriptions } }: RootState): number | null {
  const times = Object.entries(queries).flatMap(([key, query]) => {
    const ofFrame = OF_FRAME.includes(query?.endpointName) ? 1 : 0;
    const isShown = Object.keys(subscriptions[key] ?? {}).length > ofFrame;
    const isOld =
      query?.status === 'rejected' && query.data !== undefined && isTransientFailure(problemOf(query.error));
    return isShown && isOld && query.fulfilledTimeStamp ? [query.fulfilledTimeStamp] : [];
  });
  return times.length > 0 ? Math.min(...times) : null;
}
