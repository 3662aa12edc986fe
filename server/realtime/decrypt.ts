import { createDecipheriv, createHash } from 'node:crypto';
import type { CipherKey } from '#contract/messaging/encryption.ts';

/** `PNED` and the version: the SDK's prefix of encrypted data. */
const MARKER = Buffer.from('PNED\u0001');
const ID_BYTES = 4;
const IV_BYTES = 16;

/**
 * Decrypts what clients of an organisation with these keys have encrypted. The header of each text contains the id of
 * its key. Null if the text cannot be decrypted or is not encrypted.
 */
export function createDecryptor(keys: readonly CipherKey[]): (text: string) => string | null {
  const secrets = new Map(keys.map(({ id, key }) => [id, createHash('sha256').update(key).digest()]));
  return (text) => {
    const bytes = Buffer.from(text, 'base64');
    if (!bytes.subarray(0, MARKER.length).equals(MARKER)) return null;
    const idEnd = MARKER.length + ID_BYTES;
    const secret = secrets.get(bytes.subarray(MARKER.length, idEnd).toString('latin1'));
    const ivStart = idEnd + 1; // after the length of the initialisation vector
    if (!secret || bytes[idEnd] !== IV_BYTES) return null;
    try {
      const decipher = createDecipheriv('aes-256-cbc', secret, bytes.subarray(ivStart, ivStart + IV_BYTES));
      return decipher.update(bytes.subarray(ivStart + IV_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null; // encrypted with another key
    }
  };
}
