import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { inRequest } from '#store/devtools/inRequest.ts';
import { baseApi } from './baseApi.ts';

type Tags = readonly Parameters<typeof baseApi.util.invalidateTags>[0][number][];

interface QueryLifecycle<Response> {
  dispatch: BaseQueryApi['dispatch'];
  getCacheEntry: () => { data?: Response | undefined };
  queryFulfilled: PromiseLike<{ data: Response }>;
  requestId: string;
}

/**
 * An `onQueryStarted` for a query that is polled: if another person changed the part that `pick` returns, data that
 * depends on it is read again.
 */
export const invalidateOnChange =
  <Response, Arg>(pick: (response: Response) => string, tagsOf: (arg: Arg) => Tags) =>
  async (arg: Arg, { dispatch, getCacheEntry, queryFulfilled, requestId }: QueryLifecycle<Response>) => {
    const { data: before } = getCacheEntry();
    const after = await queryFulfilled.then(
      ({ data }) => data,
      () => undefined,
    );
    if (before !== undefined && after !== undefined && pick(before) !== pick(after))
      inRequest(requestId, () => dispatch(baseApi.util.invalidateTags([...tagsOf(arg)])));
  };
