import type { BaseQueryApi, FetchArgs } from '@reduxjs/toolkit/query/react';
import type { ApiError, refreshingBaseQuery } from './baseQuery.ts';
import type { ApiPorts } from './ports.ts';

type Send = (args: FetchArgs) => ReturnType<typeof refreshingBaseQuery>;
type Result = { data: null } | { error: ApiError };

/** A `queryFn` that saves the response as a file. Its content never enters the state. */
export const downloadFile =
  <Arg>(fileName: string, requestOf: (arg: Arg) => FetchArgs) =>
  async (arg: Arg, { extra }: BaseQueryApi, _options: object, send: Send): Promise<Result> => {
    const result = await send({
      ...requestOf(arg),
      responseHandler: async (response) => {
        if (!response.ok) return response.json() as Promise<unknown>;
        (extra as ApiPorts).saveFile(await response.blob(), fileName);
        return null;
      },
    });
    return result.error ? { error: result.error } : { data: null };
  };
