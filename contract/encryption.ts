/** The header of the messaging SDK: marker, version, cryptor id, length, and initialisation vector. */
const HEADER_BYTES = 4 + 1 + 4 + 1 + 16;
const BLOCK_BYTES = 16;

/** The base64 length of this many bytes after encryption. */
export const encryptedLength = (bytes: number) =>
  Math.ceil((HEADER_BYTES + (Math.floor(bytes / BLOCK_BYTES) + 1) * BLOCK_BYTES) / 3) * 4;
