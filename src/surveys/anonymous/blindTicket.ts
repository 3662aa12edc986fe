import { RSABSSA } from '@cloudflare/blindrsa-ts';

const suite = RSABSSA.SHA384.PSS.Randomized();
const NONCE_BYTES = 32;

const toText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const importKey = (publicKey: string) =>
  crypto.subtle.importKey('spki', toBytes(publicKey), { name: 'RSA-PSS', hash: 'SHA-384' }, true, ['verify']);

/** A random message, and the same message blinded, so that the server can sign but not recognize it (RFC 9474). */
export async function blindMessage(publicKey: string) {
  const message = suite.prepare(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const { blindedMsg, inv } = await suite.blind(await importKey(publicKey), message);
  return { message: toText(message), blinded: toText(blindedMsg), inverse: toText(inv) };
}

/** The signature of the message itself. It throws if the server did not sign. */
export async function unblind(
  publicKey: string,
  { message, inverse }: { message: string; inverse: string },
  signature: string,
): Promise<string> {
  const key = await importKey(publicKey);
  return toText(await suite.finalize(key, toBytes(message), toBytes(signature), toBytes(inverse)));
}
