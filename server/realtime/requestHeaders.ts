import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { requestContext } from '#server/tracing/requestContext.ts';
import { inSpan } from '#server/tracing/spans.ts';
import type { Realtime } from './realtimePort.ts';

type Call = (...values: unknown[]) => Promise<unknown>;

const headersOfCall = new AsyncLocalStorage<Record<string, string>>();

// The SDK has no option for headers. Its HTTP client, undici, publishes each request before sending it.
subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { addHeader(name: string, value: string): void } };
  for (const [name, value] of Object.entries(headersOfCall.getStore() ?? {})) request.addHeader(name, value);
});

function headersNow(): Record<string, string> {
  const { requestId, span } = requestContext() ?? {};
  return {
    ...(requestId !== undefined && { 'x-request-id': requestId }),
    ...(span && { traceparent: span.traceparent }),
  };
}

/** Each call is a step of the trace. Our own messaging service adds the request id to its log. */
export function followCalls(realtime: Realtime, { sendsHeaders }: { sendsHeaders: boolean }): Realtime {
  const { stop, ...calls } = { ...realtime, stop: () => realtime.stop() };
  const wrap =
    (name: string, call: Call): Call =>
    (...values) =>
      inSpan(`messaging ${name}`, 'client', {}, () =>
        sendsHeaders ? headersOfCall.run(headersNow(), () => call(...values)) : call(...values),
      );
  const wrapped = Object.entries(calls).map(([name, call]) => [name, wrap(name, call as Call)]);
  return { ...(Object.fromEntries(wrapped) as typeof calls), stop };
}
