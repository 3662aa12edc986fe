import type { BaseQueryApi, BaseQueryFn, FetchArgs, FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { ApiPorts, TokenAnswer } from '#store/api/ports.ts';
import { type SessionState, sessionRejected } from '#store/session/sessionSlice.ts';

/** What a call says when it could not be made for want of a token: beside the statuses of fetchBaseQuery. */
export type ApiError =
  | FetchBaseQueryError
  | { status: 'token-missing'; error: string }
  | { status: 'refresh-refused'; error: string };
export interface CallOptions {
  /** Public by design: goes out without the authorization header and never touches the session. */
  isExempt?: boolean;
}

const BASE_URL = new URL('/api', globalThis.location?.origin ?? 'http://localhost').href;

/** One per set of ports, so that two stores (two tests) share nothing. */
const senders = new WeakMap<ApiPorts, ReturnType<typeof fetchBaseQuery>>();
function senderOf(ports: ApiPorts) {
  let sender = senders.get(ports);
  if (!sender) {
    // RTK always hands a Request; what else `fetch` takes does not occur.
    sender = fetchBaseQuery({ baseUrl: BASE_URL, fetchFn: (input) => ports.fetch(input as Request) });
    senders.set(ports, sender);
  }
  return sender;
}

/** The token goes to our own API only: an absolute address gets none, whoever asks (ruling 9). */
const isOurs = (url: string) => !/^([a-z][a-z0-9+.-]*:)?\/\//i.test(url);

const whoIsIn = ({ getState }: BaseQueryApi) =>
  (getState() as { session: SessionState }).session.user?.userId ?? null;

/**
 * Specification section 7 with rulings 7 to 11. When to refresh is the token port's business; here is decided what a
 * call without a token, a 401 and a 403 mean. A lost network or a 5xx never ends a session.
 */
export const refreshingBaseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, CallOptions> = async (
  args,
  api,
  options,
) => {
  const call: FetchArgs = typeof args === 'string' ? { url: args } : args;
  const ports = api.extra as ApiPorts;
  const send = async (idToken: string | null) => {
    const headers = {
      ...(call.headers as Record<string, string> | undefined),
      ...(idToken && { authorization: idToken }),
    };
    const result = await senderOf(ports)({ ...call, headers }, api, {});
    ports.tokens.noteServerDate(result.meta?.response?.headers.get('date') ?? null);
    // RTK puts `meta` into the action, and the request in it holds the token: only the words of the answer go on.
    return result.error ? { error: result.error } : { data: result.data };
  };
  if (options?.isExempt || !isOurs(call.url)) return send(null);

  const asking = whoIsIn(api);
  const answer = await ports.tokens.forCall();
  if (answer.kind !== 'token') return withoutToken(answer, api);
  let result = await send(answer.idToken);
  // Whoever asked has left meanwhile: their call is neither made again in another's name nor ends another's session.
  const hasLeft = () => asking !== null && whoIsIn(api) !== asking;
  if (result.error?.status === 401 && !hasLeft()) {
    // One refresh, one retry: a token may end on its way, or its key may have changed.
    const next = await ports.tokens.afterRefusal(answer.idToken);
    if (next.kind === 'unavailable') return withoutToken(next, api);
    if (next.kind === 'token') result = await send(next.idToken);
  }
  const status = result.error?.status;
  if ((status === 401 || status === 403) && !hasLeft())
    api.dispatch(sessionRejected({ reason: 'session-ended', status, endpoint: api.endpoint }));
  return result; // the error goes on to whoever asked
};

function withoutToken(
  { kind }: Exclude<TokenAnswer, { kind: 'token' }>,
  { dispatch, endpoint }: BaseQueryApi,
) {
  switch (kind) {
    case 'missing': {
      const error = 'Access Token Not Found';
      dispatch(sessionRejected({ reason: 'token-missing', status: 'token-missing', endpoint }));
      return { error: { status: 'token-missing' as const, error } };
    }
    case 'refused': {
      dispatch(sessionRejected({ reason: 'session-ended', status: 'refresh-refused', endpoint }));
      return { error: { status: 'refresh-refused' as const, error: 'The session is over' } };
    }
    case 'unavailable':
      return { error: { status: 'FETCH_ERROR' as const, error: 'The session could not be renewed' } };
  }
}
