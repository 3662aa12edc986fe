import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts client secrets with a key that is derived from the secrets of the installation. The tenant is part of the
 * authenticated data, so a row that was copied to another organisation cannot be decrypted.
 */
export function createSecretBox(installationKey: Buffer) {
  const key = Buffer.from(
    hkdfSync('sha256', installationKey, '', 'client secrets of identity providers', 32),
  );
  const contextOf = (tenantId: number) => Buffer.from(`tenant ${tenantId}`);
  return {
    encrypt(tenantId: number, secret: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(contextOf(tenantId));
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    /** Null if the secret was encrypted with secrets that the installation no longer has. */
    decrypt(tenantId: number, text: string): string | null {
      const bytes = Buffer.from(text, 'base64url');
      const tagEnd = IV_BYTES + TAG_BYTES;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(contextOf(tenantId))
          .setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
        return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
export type SecretBox = ReturnType<typeof createSecretBox>;
