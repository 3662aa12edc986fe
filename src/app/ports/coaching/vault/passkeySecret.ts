import { type Bytes, encodeText, fromBase64Url, toBase64Url } from './bytes.ts';

/** Secrets of passkeys (the PRF extension of WebAuthn). */
export interface PasskeySecrets {
  isPossible(): Promise<boolean>;
  /** Adds a passkey; null when the person cancelled or the device has no such secret. */
  create(name: string): Promise<{ credentialId: string; secret: Uint8Array } | null>;
  /** Asks for one of these passkeys; null when the person cancelled. */
  get(credentialIds: readonly string[]): Promise<{ credentialId: string; secret: Uint8Array } | null>;
}

/** The same input gives the same secret each time. */
const INPUT = encodeText('trellis coaching notes 1');
const EXTENSIONS = { prf: { eval: { first: INPUT } } };
const USER_ID_BYTES = 32;
const CHALLENGE_BYTES = 32;
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

interface PrfResults {
  prf?: { enabled?: boolean; results?: { first?: BufferSource } };
}
function secretOf(credential: Credential | null) {
  if (!credential) return null;
  const { rawId, ...rest } = {
    rawId: (credential as PublicKeyCredential).rawId,
    results: (credential as PublicKeyCredential).getClientExtensionResults() as PrfResults,
  };
  const first = rest.results.prf?.results?.first;
  return {
    credentialId: toBase64Url(new Uint8Array(rawId)),
    isEnabled: first !== undefined || rest.results.prf?.enabled === true,
    secret: first === undefined ? null : new Uint8Array(first as ArrayBuffer),
  };
}

/**
 * The server does not check these passkeys: they only give a secret, and without the right one nothing can be
 * decrypted. They are separate from the passkeys for signing in, and are not offered there.
 */
export function browserPasskeySecrets(view: Window): PasskeySecrets {
  const { credentials } = view.navigator;
  const get: PasskeySecrets['get'] = async (credentialIds) => {
    const found = secretOf(
      await credentials
        .get({
          publicKey: {
            challenge: random(CHALLENGE_BYTES),
            allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: fromBase64Url(id) })),
            userVerification: 'required',
            extensions: EXTENSIONS,
          },
        })
        .catch(() => null),
    );
    return found?.secret ? { credentialId: found.credentialId, secret: found.secret } : null;
  };
  return {
    async isPossible() {
      const support = (view as { PublicKeyCredential?: typeof PublicKeyCredential }).PublicKeyCredential;
      if (!credentials || !support) return false;
      const can = await support.getClientCapabilities?.().catch(() => null);
      if (can && 'extension:prf' in can) return can['extension:prf'] === true;
      return (await support.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false;
    },
    async create(name) {
      const made = secretOf(
        await credentials
          .create({
            publicKey: {
              challenge: random(CHALLENGE_BYTES),
              rp: { name: 'Trellis' },
              // This differs from the user id of the passkeys for signing in, because the new passkey would replace one
              // of them.
              user: { id: random(USER_ID_BYTES), name, displayName: name },
              pubKeyCredParams: [
                { type: 'public-key', alg: -7 },
                { type: 'public-key', alg: -257 },
              ],
              authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
              extensions: EXTENSIONS,
            },
          })
          .catch(() => null),
      );
      if (!made?.isEnabled) return null;
      if (made.secret) return { credentialId: made.credentialId, secret: made.secret };
      // Most devices give the secret only when the passkey is used.
      return get([made.credentialId]);
    },
    get,
  };
}
