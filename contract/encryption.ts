/** What the messaging SDK puts in front: its mark, a version, the cryptor's name, a length, and the random beginning. */
const HEADER_BYTES = 4 + 1 + 4 + 1 + 16;
const BLOCK_BYTES = 16;

/** How long so many bytes are when they are encrypted and written as base64. */
export const encryptedLength = (bytes: number) =>
  Math.ceil((HEADER_BYTES + (Math.floor(bytes / BLOCK_BYTES) + 1) * BLOCK_BYTES) / 3) * 4;
