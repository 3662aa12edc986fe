import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { requestContext } from '#server/requestContext.ts';
import type { Realtime } from './realtimePort.ts';

type Call = (...values: unknown[]) => unknown;

const headersOfCall = new AsyncLocalStorage<Record<string, string>>();

// The SDK has no option for headers. Its HTTP client, undici, publishes each request before sending it.
subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { addHeader(name: string, value: string): void } };
  for (const [name, value] of Object.entries(headersOfCall.getStore() ?? {})) request.addHeader(name, value);
});

/** Sends the id of the request that a call is made for to our messaging service, which adds it to its log. */
export function sendRequestHeaders(realtime: Realtime): Realtime {
  const wrap =
    (call: Call): Call =>
    (...values) => {
      const context = requestContext();
      if (!context) return call(...values);
      return headersOfCall.run({ 'x-request-id': context.requestId }, () => call(...values));
    };
  const wrapped = Object.entries(realtime).map(([name, call]) => [name, wrap(call as Call)]);
  return Object.fromEntries(wrapped) as Realtime;
}
