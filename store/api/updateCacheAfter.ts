import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { inRequest } from '#store/devtools/inRequest.ts';

type Dispatch = BaseQueryApi['dispatch'];

interface MutationLifecycle<Response> {
  dispatch: Dispatch;
  queryFulfilled: PromiseLike<{ data: Response }>;
  requestId: string;
}

/**
 * An `onQueryStarted` that updates cached data from the response of a successful mutation.
 * A failed mutation changes nothing here; the screen shows its error.
 */
export const updateCacheAfter =
  <Response, Arg>(update: (dispatch: Dispatch, response: Response, arg: Arg) => void) =>
  async (arg: Arg, { dispatch, queryFulfilled, requestId }: MutationLifecycle<Response>): Promise<void> => {
    const fulfilled = await queryFulfilled.then(
      (result) => result,
      () => null,
    );
    if (fulfilled) inRequest(requestId, () => update(dispatch, fulfilled.data, arg));
  };
