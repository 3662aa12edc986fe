import { userPoolSchema } from '#contract/access/session.ts';
import type { TokenManager } from './tokenManager.ts';

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Thrown in the format that `problemOf` reads. */
export class CallError extends Error {
  readonly status: number | 'FETCH_ERROR';
  readonly data: unknown;
  constructor(status: number | 'FETCH_ERROR', data: unknown) {
    super(`The server answered ${status}`);
    this.status = status;
    this.data = data;
  }
}

export async function send(fetch: Fetch, path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => {
    throw new CallError('FETCH_ERROR', null);
  });
  if (response.ok) return response;
  throw new CallError(response.status, await response.json().catch(() => null));
}

export const authorization = (idToken: string | undefined) => (idToken ? { authorization: idToken } : {});
export async function idTokenOf(tokenManager: TokenManager): Promise<string | undefined> {
  const answer = await tokenManager.forCall();
  return answer.kind === 'token' ? answer.idToken : undefined;
}

const sendJson = (method: 'POST' | 'PUT') => (fetch: Fetch, call: string, body: object, idToken?: string) =>
  send(fetch, `/api/auth/${call}`, {
    method,
    headers: { 'content-type': 'application/json', ...authorization(idToken) },
    body: JSON.stringify(body),
  });
export const post = sendJson('POST');
export const put = sendJson('PUT');

export async function userPoolOf(fetch: Fetch, email: string) {
  const response = await send(fetch, `/api/user-pool?email=${encodeURIComponent(email)}`);
  return userPoolSchema.parse(await response.json());
}
