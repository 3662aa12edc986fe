import * as z from 'zod/mini';

/** The header of the messaging SDK: marker, version, cryptor id, length, and initialisation vector. */
const HEADER_BYTES = 4 + 1 + 4 + 1 + 16;
const BLOCK_BYTES = 16;

/** The base64 length of this many bytes after encryption. */
export const encryptedLength = (bytes: number) =>
  Math.ceil((HEADER_BYTES + (Math.floor(bytes / BLOCK_BYTES) + 1) * BLOCK_BYTES) / 3) * 4;

/** A cipher key of an organisation. Each encrypted message has the id of its key in the header. */
export const cipherKeySchema = z.object({
  id: z.string().check(z.regex(/^[A-Z0-9]{4}$/)),
  key: z.string().check(z.minLength(1)),
});
export type CipherKey = z.infer<typeof cipherKeySchema>;

/** The SDK's own identifier of its cryptor: the id of the first key. */
export const FIRST_KEY_ID = 'ACRH';
