import { invitationDetailsSchema, passwordResetDetailsSchema } from '#contract/account.ts';
import { userPoolSchema } from '#contract/session.ts';
import type { AuthPort } from './PortsContext.tsx';
import type { TokenManager } from './tokenManager.ts';

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** The sign-out call is repeated while the server cannot be reached. */
const SIGN_OUT_MAX_ATTEMPTS = 5;
const SIGN_OUT_RETRY_MS = 3_000;

/** Thrown in the shape that `problemOf` reads. */
class CallError extends Error {
  readonly status: number | 'FETCH_ERROR';
  readonly data: unknown;
  constructor(status: number | 'FETCH_ERROR', data: unknown) {
    super(`The server answered ${status}`);
    this.status = status;
    this.data = data;
  }
}

async function send(fetch: Fetch, path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => {
    throw new CallError('FETCH_ERROR', null);
  });
  if (response.ok) return response;
  throw new CallError(response.status, await response.json().catch(() => null));
}

const sendJson = (method: 'POST' | 'PUT') => (fetch: Fetch, call: string, body: object, idToken?: string) =>
  send(fetch, `/api/auth/${call}`, {
    method,
    headers: { 'content-type': 'application/json', ...(idToken && { authorization: idToken }) },
    body: JSON.stringify(body),
  });
const post = sendJson('POST');
const put = sendJson('PUT');
/** Sent when no link was opened; the server answers that the link is unknown. */
const NO_TOKEN = 'none';
const NO_INVITATION = {
  state: 'unknown',
  organisation: null,
  firstName: null,
  emailAddress: null,
  invitedBy: null,
} as const;

/** The password is passed from the form to the server and stored nowhere. */
export const createAuthPort = (
  fetch: Fetch,
  tokenManager: TokenManager,
  linkToken: () => string | null,
): AuthPort => ({
  async signIn(email, password) {
    const userPool = await send(fetch, `/api/user-pool?email=${encodeURIComponent(email)}`);
    const { userPoolId, clientId } = userPoolSchema.parse(await userPool.json());
    await tokenManager.signedIn(await post(fetch, 'sign-in', { userPoolId, clientId, email, password }));
  },
  async unlock() {
    await post(fetch, 'unlock', { token: linkToken() ?? NO_TOKEN });
  },
  async invitation() {
    const token = linkToken();
    if (token === null) return NO_INVITATION;
    const response = await post(fetch, 'invitation/details', { token });
    return invitationDetailsSchema.parse(await response.json());
  },
  async acceptInvitation(newPassword) {
    const token = linkToken() ?? NO_TOKEN;
    await tokenManager.signedIn(await post(fetch, 'invitation', { token, newPassword }));
  },
  async requestPasswordReset(email) {
    await post(fetch, 'password-reset', { email });
  },
  async passwordReset() {
    const token = linkToken();
    if (token === null) return null;
    const response = await post(fetch, 'password-reset/details', { token });
    return passwordResetDetailsSchema.parse(await response.json());
  },
  async resetPassword(newPassword) {
    const token = linkToken() ?? NO_TOKEN;
    await tokenManager.signedIn(await put(fetch, 'password-reset', { token, newPassword }));
  },
  async changePassword(change) {
    const answer = await tokenManager.forCall();
    await put(fetch, 'password', change, answer.kind === 'token' ? answer.idToken : undefined);
  },
});

/** Signs out every tab at once, then the server as soon as it can be reached, unless the user has signed in again. */
export async function signOutEverywhere(
  fetch: Fetch,
  tokenManager: TokenManager,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  const idToken = tokenManager.signedOut();
  for (let attempt = 1; attempt <= SIGN_OUT_MAX_ATTEMPTS && !tokenManager.isSignedIn(); attempt++) {
    const response = await fetch('/api/auth/sign-out', {
      method: 'POST',
      keepalive: true,
      headers: { ...(idToken && { authorization: idToken }) },
    }).catch(() => null);
    if (response && response.status < 500) return;
    await sleep(SIGN_OUT_RETRY_MS);
  }
}
