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
 * An `onQueryStarted` for a query that is polled: if `isChange` finds a relevant change by another person, data
 * that depends on it is read again.
 */
export const invalidateOnChange =
  <Response, Arg>(isChange: (before: Response, after: Response) => boolean, tagsOf: (arg: Arg) => Tags) =>
  async (arg: Arg, { dispatch, getCacheEntry, queryFulfilled, requestId }: QueryLifecycle<Response>) => {
    const { data: before } = getCacheEntry();
    const after = await queryFulfilled.then(
      ({ data }) => data,
      () => undefined,
    );
    if (before !== undefined && after !== undefined && isChange(before, after))
      inRequest(requestId, () => dispatch(baseApi.util.invalidateTags([...tagsOf(arg)])));
  };
