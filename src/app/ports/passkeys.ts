import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** Sends a call below /api/auth. */
type Send = (call: string, body: object) => Promise<Response>;

const optionsOf = async <Options>(response: Response) =>
  ((await response.json()) as { options: Options }).options;

/** Requests a passkey and signs in with it. The code is loaded on first use. */
export async function signInWithPasskey(post: Send): Promise<Response> {
  const optionsJSON = await optionsOf<PublicKeyCredentialRequestOptionsJSON>(
    await post('passkey/options', {}),
  );
  return post('passkey', { credential: await startAuthentication({ optionsJSON }) });
}

/** Lets the device create a passkey and stores its public key. */
export async function addPasskey(
  post: Send,
  { name, currentPassword }: { name: string; currentPassword: string },
) {
  const optionsJSON = await optionsOf<PublicKeyCredentialCreationOptionsJSON>(
    await post('passkeys/options', { currentPassword }),
  );
  await post('passkeys', { name, credential: await startRegistration({ optionsJSON }) });
}
