import { userPoolSchema } from '#contract/session.ts';
import type { AuthPort } from './PortsContext.tsx';
import type { TokenKeeper } from './tokenKeeper.ts';

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Told again for a while when the service cannot be reached at once. */
const SIGN_OUT_TRIES = 5;
const SIGN_OUT_PAUSE_MS = 3_000;

/** Thrown in the shape that `problemOf` reads. */
class CallError extends Error {
  readonly status: number | 'FETCH_ERROR';
  readonly data: unknown;
  constructor(status: number | 'FETCH_ERROR', data: unknown) {
    super(`the service answered ${status}`);
    this.status = status;
    this.data = data;
  }
}

async function ask(fetch: Fetch, path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => {
    throw new CallError('FETCH_ERROR', null);
  });
  if (response.ok) return response;
  throw new CallError(response.status, await response.json().catch(() => null));
}

/** A password goes from the form through here to the service and nowhere else. */
export const createAuthPort = (fetch: Fetch, keeper: TokenKeeper): AuthPort => ({
  async signIn(email, password) {
    const found = await ask(fetch, `/api/user-pool?email=${encodeURIComponent(email)}`);
    const { userPoolId, clientId } = userPoolSchema.parse(await found.json());
    const signedIn = await ask(fetch, '/api/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userPoolId, clientId, email, password }),
    });
    await keeper.signedIn(signedIn);
  },
});

/** Every tab is out at once; the service is told as soon as it can be reached, unless somebody has signed in again. */
export async function signOutEverywhere(
  fetch: Fetch,
  keeper: TokenKeeper,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  const idToken = keeper.signedOut();
  for (let attempt = 1; attempt <= SIGN_OUT_TRIES && !keeper.isSignedIn(); attempt++) {
    const response = await fetch('/api/auth/sign-out', {
      method: 'POST',
      keepalive: true,
      headers: { ...(idToken && { authorization: idToken }) },
    }).catch(() => null);
    if (response && response.status < 500) return;
    await sleep(SIGN_OUT_PAUSE_MS);
  }
}
