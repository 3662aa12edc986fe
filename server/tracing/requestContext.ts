import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './spans.ts';

/** The data that a request shares with the work that it causes later, so that one search in the log finds all of it. */
export interface RequestContext {
  requestId: string;
  /** The W3C trace context that was stored with a row. */
  traceparent?: string | null;
  /** The current step of the trace; none when tracing is off. */
  span?: Span;
}

const storage = new AsyncLocalStorage<RequestContext | null>();

/** Null outside of requests and jobs. */
export const requestContext = () => storage.getStore() ?? null;

/** Runs work in the context of a request. Null: on behalf of no request, even if a request starts it. */
export const inRequestContext = <T>(context: RequestContext | null, work: () => T): T =>
  storage.run(context, work);

/** The context as columns of a row that is processed later, by any process. */
export const storedContext = () => {
  const { requestId = null, span } = requestContext() ?? {};
  return { requestId, traceparent: span?.traceparent ?? null };
};

/** The context of a stored row; null if no request has caused it. */
export const contextOf = (row: {
  requestId?: string | null;
  traceparent?: string | null;
}): RequestContext | null =>
  row.requestId == null ? null : { requestId: row.requestId, traceparent: row.traceparent ?? null };
