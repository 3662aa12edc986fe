import type { BaseQueryApi } from '@reduxjs/toolkit/query';

type Dispatch = BaseQueryApi['dispatch'];

interface MutationLifecycle<Response> {
  dispatch: Dispatch;
  queryFulfilled: PromiseLike<{ data: Response }>;
}

/**
 * An `onQueryStarted` that updates cached data from the response of a successful mutation.
 * A failed mutation changes nothing here; the screen shows its error.
 */
export const updateCacheAfter =
  <Response, Arg>(update: (dispatch: Dispatch, response: Response, arg: Arg) => void) =>
  async (arg: Arg, { dispatch, queryFulfilled }: MutationLifecycle<Response>): Promise<void> => {
    const fulfilled = await queryFulfilled.then(
      (result) => result,
      () => null,
    );
    if (fulfilled) update(dispatch, fulfilled.data, arg);
  };
