import { problemOf } from './problemOf.ts';

/** These errors mean that the cached data is out of date: someone else changed it, or it no longer allows the call. */
export const isOutdated = (error: unknown) => [409, 422].includes(problemOf(error).status ?? 0);
