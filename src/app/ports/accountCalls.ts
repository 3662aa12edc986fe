import { invitationDetailsSchema, passwordResetDetailsSchema } from '#contract/access/account.ts';
import { signOnAddressSchema } from '#contract/access/signOn.ts';
import { authorization, CallError, type Fetch, idTokenOf, post, put, send, userPoolOf } from './authCalls.ts';
import type { AuthPort } from './PortsContext.tsx';
import type { TokenManager } from './tokenManager.ts';

/** Sent if no link was opened. The server then responds that the link is unknown. */
const NO_TOKEN = 'none';
const NO_INVITATION = {
  state: 'unknown',
  organisation: null,
  firstName: null,
  emailAddress: null,
  invitedBy: null,
  signOn: 'off',
} as const;

/** A call by the signed-in person outside /api/auth. */
async function sendJson(
  fetch: Fetch,
  tokenManager: TokenManager,
  [method, path]: readonly [method: 'POST' | 'PUT', path: string],
  body: object,
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...authorization(await idTokenOf(tokenManager)) };
  return (await send(fetch, path, { method, headers, body: JSON.stringify(body) })).json();
}

/** Account actions, except signing in with a password or a passkey. */
export const createAccountCalls = (
  fetch: Fetch,
  tokenManager: TokenManager,
  linkToken: () => string | null,
  leaveTo: (url: string) => void,
): Omit<AuthPort, 'signIn' | 'signInWithPasskey'> => ({
  async startSignOn(email, redirectUrl) {
    const { userPoolId, clientId } = await userPoolOf(fetch, email);
    const start = { userPoolId, clientId, email, ...(redirectUrl !== null && { redirectUrl }) };
    leaveTo(signOnAddressSchema.parse(await (await post(fetch, 'sign-on', start)).json()).url);
  },
  async completeSignOn() {
    const token = linkToken();
    if (token === null) return false;
    await tokenManager.signedIn(await post(fetch, 'sign-on/session', { token }));
    return true;
  },
  async addPasskey(passkey) {
    const { addPasskey } = await import('./passkeys.ts');
    const idToken = await idTokenOf(tokenManager);
    await addPasskey((call, body) => post(fetch, call, body, idToken), passkey);
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
  async setup() {
    try {
      const response = await post(fetch, 'setup/details', { token: linkToken() ?? NO_TOKEN });
      const { isOpen } = (await response.json()) as { isOpen?: unknown };
      return isOpen === true ? 'open' : 'refused';
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return 'over';
      throw error;
    }
  },
  async createOrganisation(details) {
    const token = linkToken() ?? NO_TOKEN;
    await tokenManager.signedIn(await post(fetch, 'setup', { ...details, token }));
  },
  async changePassword(change) {
    await put(fetch, 'password', change, await idTokenOf(tokenManager));
  },
  async signInAgain(email, redirectUrl) {
    const { userPoolId, clientId } = await userPoolOf(fetch, email);
    const start = { userPoolId, clientId, email, redirectUrl, asksAgain: true };
    leaveTo(signOnAddressSchema.parse(await (await post(fetch, 'sign-on', start)).json()).url);
  },
  async requestErasure(currentPassword) {
    const proof = currentPassword === null ? {} : { currentPassword };
    return sendJson(fetch, tokenManager, ['POST', '/api/data-requests/erasure'], proof);
  },
  async saveSignOn(change) {
    return sendJson(fetch, tokenManager, ['PUT', '/api/admin/sign-on'], change);
  },
  async createSecret(path, body) {
    return sendJson(fetch, tokenManager, ['POST', path], body);
  },
  async testSignOn() {
    const answer = await sendJson(fetch, tokenManager, ['POST', '/api/admin/sign-on/test'], {});
    leaveTo(signOnAddressSchema.parse(answer).url);
  },
  async downloadExport(requestId) {
    const headers = authorization(await idTokenOf(tokenManager));
    return (await send(fetch, `/api/data-requests/${requestId}/file`, { headers })).blob();
  },
});
