import { dispatch, type Saga } from '#sagas/effects.ts';
import { homeApi } from '#store/home/homeApi.ts';

/**
 * Keeps the list of needs for the session, because the navigation counts the due items of each area. The subscription
 * ends with the cache at the end of the session. A failed load is repeated, as on a screen. Many needs change without a
 * notification, so the list is also read when the window gets the focus.
 */
export function* loadNeeds(): Saga {
  void (yield* dispatch(
    homeApi.endpoints.getHome.initiate(undefined, { subscriptionOptions: { refetchOnFocus: true } }),
  ));
}
