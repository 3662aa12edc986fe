import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import { TICKET_KEY_BITS } from '#contract/surveys/anonymous.ts';

/** RSABSSA-SHA384-PSS-Randomized (RFC 9474). The browser blinds and unblinds; the server signs and verifies. */
const HASH = 'sha384';
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 };

export interface TicketKey {
  /** SubjectPublicKeyInfo, base64url. */
  publicKey: string;
  /** PKCS #8, base64url. */
  privateKey: string;
}

export async function createTicketKey(): Promise<TicketKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: TICKET_KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  return { publicKey: publicKey.toString('base64url'), privateKey: privateKey.toString('base64url') };
}

const publicOf = (key: string) =>
  createPublicKey({ key: Buffer.from(key, 'base64url'), type: 'spki', format: 'der' });
const privateOf = (key: string) =>
  createPrivateKey({ key: Buffer.from(key, 'base64url'), type: 'pkcs8', format: 'der' });

/** The signature of a blinded message; null if it is not a number below the modulus. */
export function signBlinded(privateKey: string, blinded: string): string | null {
  try {
    return privateDecrypt(
      { key: privateOf(privateKey), padding: constants.RSA_NO_PADDING },
      Buffer.from(blinded, 'base64url'),
    ).toString('base64url');
  } catch {
    return null;
  }
}

export const isSigned = (publicKey: string, { message, signature }: { message: string; signature: string }) =>
  verify(
    HASH,
    Buffer.from(message, 'base64url'),
    { key: publicOf(publicKey), ...PSS },
    Buffer.from(signature, 'base64url'),
  );

/** A ticket without blinding, for demo data and simulations. It has the same form as a ticket from a browser. */
export const signOpenly = (privateKey: string, message: Buffer) => ({
  message: message.toString('base64url'),
  signature: sign(HASH, message, { key: privateOf(privateKey), ...PSS }).toString('base64url'),
});

export const hashOf = (text: string) => createHash('sha256').update(Buffer.from(text, 'base64url')).digest();
