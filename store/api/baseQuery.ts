import type { BaseQueryApi, BaseQueryFn, FetchArgs, FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { TokenAnswer } from '#store/ports/tokens.ts';
import { type SessionNotice, type SessionState, sessionRejected } from '#store/session/sessionSlice.ts';
import type { ApiPorts } from './ports.ts';

/** The errors of fetchBaseQuery, and the error of a call that needs a token but has none. */
export type ApiError =
  | FetchBaseQueryError
  | { status: 'token-missing'; error: string }
  | { status: 'refresh-refused'; error: string };
export interface CallOptions {
  /** A public call. It has no authorization header and never changes the session. */
  isExempt?: boolean;
}

const BASE_URL = new URL('/api', globalThis.location?.origin ?? 'http://localhost').href;

/** One instance per set of ports, so that the stores of 2 tests share nothing. */
const senders = new WeakMap<ApiPorts, ReturnType<typeof fetchBaseQuery>>();
function senderOf(ports: ApiPorts) {
  let sender = senders.get(ports);
  if (!sender) {
    // RTK always passes a Request.
    sender = fetchBaseQuery({ baseUrl: BASE_URL, fetchFn: (input) => ports.fetch(input as Request) });
    senders.set(ports, sender);
  }
  return sender;
}

interface Lists {
  userId: number | null;
  byUrl: Map<string, { tag: string; data: unknown }>;
}
/** The user's lists as last received. An unchanged list is not sent again (decision 0045). */
const lists = new WeakMap<ApiPorts, Lists>();
function listsOf(ports: ApiPorts, userId: number | null) {
  let own = lists.get(ports);
  if (own?.userId !== userId) {
    own = { userId, byUrl: new Map() };
    lists.set(ports, own);
  }
  return own.byUrl;
}

/** The token is sent only to our own API. A call with an absolute URL has no token. */
const isOwnApi = (url: string) => !/^([a-z][a-z0-9+.-]*:)?\/\//i.test(url);

const sessionOf = ({ getState }: BaseQueryApi) => (getState() as { session: SessionState }).session;
const userIdOf = (api: BaseQueryApi) => sessionOf(api).user?.userId ?? null;

interface PendingChange {
  answer: ReturnType<typeof sendCall>;
  signal: AbortSignal;
}
/** Changes that wait for their response, by user and content. */
const pendingChanges = new WeakMap<ApiPorts, Map<string, PendingChange>>();

/** Only a change with a JSON body has a key, because pictures cannot be compared. */
function keyOfChange({ url, method = 'GET', body }: FetchArgs, api: BaseQueryApi): string | null {
  if (method === 'GET' || body instanceof Blob) return null;
  return JSON.stringify([userIdOf(api), method, url, body]);
}

/**
 * A change that is in flight is not sent again, however often the user repeats it. One that its caller has cancelled has no
 * response for the others, so it is sent again for them.
 */
export const refreshingBaseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, CallOptions> = async (
  args,
  api,
  options,
) => {
  const call: FetchArgs = typeof args === 'string' ? { url: args } : args;
  const ports = api.extra as ApiPorts;
  const key = options?.isExempt ? null : keyOfChange(call, api);
  if (key === null) return sendCall(call, api, options);
  const pending = pendingChanges.get(ports) ?? new Map<string, PendingChange>();
  pendingChanges.set(ports, pending);
  const begun = pending.get(key);
  if (begun && !begun.signal.aborted) {
    const result = await begun.answer;
    const isForMe = !result.error || !begun.signal.aborted || api.signal.aborted;
    return isForMe ? result : refreshingBaseQuery(args, api, options);
  }
  const answer = sendCall(call, api, options).finally(() => {
    if (pending.get(key)?.answer === answer) pending.delete(key);
  });
  pending.set(key, { answer, signal: api.signal });
  return answer;
};

/**
 * Adds the id token to each call and ends the session when a call is refused (docs/decisions/0009-error-statuses.md). The
 * token port decides when to refresh and reports a refused refresh itself (docs/decisions/0008-token-refresh.md).
 */
async function sendCall(call: FetchArgs, api: BaseQueryApi, options: CallOptions | undefined) {
  const ports = api.extra as ApiPorts;
  const send = async (idToken: string | null) => {
    const lists = listsOf(ports, userIdOf(api));
    const known = call.method ? undefined : lists.get(call.url);
    const headers = {
      ...(call.headers as Record<string, string> | undefined),
      ...(idToken && { authorization: idToken }),
      ...(known && { 'if-none-match': known.tag }),
    };
    const result = await senderOf(ports)({ ...call, headers }, api, {});
    const response = result.meta?.response;
    ports.tokens.noteServerDate(response?.headers.get('date') ?? null);
    if (known && response?.status === 304) return { data: known.data, meta: { status: 304 } };
    const tag = response?.headers.get('etag');
    if (tag && !call.method && !result.error) lists.set(call.url, { tag, data: result.data });
    // Traces show the status. RTK puts `meta` into the action, and the whole one contains the token in its request.
    const meta = { status: response?.status ?? null };
    return result.error ? { error: result.error, meta } : { data: result.data, meta };
  };
  if (options?.isExempt || !isOwnApi(call.url)) return send(null);

  const caller = userIdOf(api);
  const answer = await ports.tokens.forCall();
  if (answer.kind !== 'token') return withoutToken(answer, api);
  let result = await send(answer.idToken);
  // After another user signs in, a call is not repeated for the new user and does not end their session.
  const hasLeft = () => caller !== null && userIdOf(api) !== caller;
  if (result.error?.status === 401 && !hasLeft()) {
    // One refresh and one retry: the token may have expired in transit, or the signing key may have changed.
    const next = await ports.tokens.afterRefusal(answer.idToken);
    if (next.kind === 'unavailable') return withoutToken(next, api);
    if (next.kind === 'refused') return result;
    if (next.kind === 'token') result = await send(next.idToken);
  }
  const status = result.error?.status;
  if ((status === 401 || status === 403) && !hasLeft()) rejectSession(api, 'session-ended', status);
  return result;
}

/** Screens that are still mounted after the end of a session may send calls. These calls do not end it again. */
function rejectSession(api: BaseQueryApi, reason: SessionNotice, status: 401 | 403 | 'token-missing') {
  if (sessionOf(api).status !== 'signedOut')
    api.dispatch(sessionRejected({ reason, status, endpoint: api.endpoint }));
}

function withoutToken({ kind }: Exclude<TokenAnswer, { kind: 'token' }>, api: BaseQueryApi) {
  switch (kind) {
    case 'missing': {
      const error = 'Access Token Not Found';
      rejectSession(api, 'token-missing', 'token-missing');
      return { error: { status: 'token-missing' as const, error } };
    }
    case 'refused':
      return { error: { status: 'refresh-refused' as const, error: 'The session has ended' } };
    case 'unavailable':
      return { error: { status: 'FETCH_ERROR' as const, error: 'The session could not be refreshed' } };
  }
}
