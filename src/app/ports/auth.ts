import { type Fetch, post, userPoolOf } from './authCalls.ts';
import type { AuthPort } from './PortsContext.tsx';
import type { TokenManager } from './tokenManager.ts';

/** The sign-out call is repeated while the server cannot be reached. */
const SIGN_OUT_MAX_ATTEMPTS = 5;
const SIGN_OUT_RETRY_MS = 3_000;

/** The password goes from the form to the server and is stored nowhere. */
export const createAuthPort = (
  fetch: Fetch,
  tokenManager: TokenManager,
  linkToken: () => string | null,
  /** Navigates to an address outside the application. */
  leaveTo: (url: string) => void,
): AuthPort => {
  // Few visits need these calls, so their code is loaded with the first call.
  const account = async () =>
    (await import('./accountCalls.ts')).createAccountCalls(fetch, tokenManager, linkToken, leaveTo);
  return {
    async signIn(email, password) {
      const { userPoolId, clientId } = await userPoolOf(fetch, email);
      await tokenManager.signedIn(await post(fetch, 'sign-in', { userPoolId, clientId, email, password }));
    },
    async signInWithPasskey() {
      const { signInWithPasskey } = await import('./passkeys.ts');
      await tokenManager.signedIn(await signInWithPasskey((call, body) => post(fetch, call, body)));
    },
    startSignOn: async (email, redirectUrl) => (await account()).startSignOn(email, redirectUrl),
    completeSignOn: async () => (await account()).completeSignOn(),
    addPasskey: async (passkey) => (await account()).addPasskey(passkey),
    unlock: async () => (await account()).unlock(),
    invitation: async () => (await account()).invitation(),
    acceptInvitation: async (newPassword) => (await account()).acceptInvitation(newPassword),
    requestPasswordReset: async (email) => (await account()).requestPasswordReset(email),
    passwordReset: async () => (await account()).passwordReset(),
    resetPassword: async (newPassword) => (await account()).resetPassword(newPassword),
    setup: async () => (await account()).setup(),
    createOrganisation: async (details) => (await account()).createOrganisation(details),
    changePassword: async (change) => (await account()).changePassword(change),
    signInAgain: async (email, redirectUrl) => (await account()).signInAgain(email, redirectUrl),
    requestErasure: async (currentPassword) => (await account()).requestErasure(currentPassword),
    saveSignOn: async (change) => (await account()).saveSignOn(change),
    createSecret: async (path, body) => (await account()).createSecret(path, body),
    testSignOn: async () => (await account()).testSignOn(),
    downloadExport: async (requestId) => (await account()).downloadExport(requestId),
  };
};

/**
 * Signs out every tab immediately, and the server as soon as it can be reached, unless the user has signed in again.
 */
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
