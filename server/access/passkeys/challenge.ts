import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const VALID_MS = 5 * 60_000;
const TIME_BYTES = 8;
const OPEN_BYTES = TIME_BYTES + 16;
const MAC_BYTES = 32;

/**
 * A challenge that the server recognises without storing it: the time, random bytes, and an authentication code with
 * the server's key for one purpose.
 */
export function createChallenge(key: Buffer, purpose: string, now: Date) {
  const open = Buffer.alloc(OPEN_BYTES);
  open.writeBigUInt64BE(BigInt(now.getTime()));
  randomBytes(OPEN_BYTES - TIME_BYTES).copy(open, TIME_BYTES);
  return new Uint8Array(Buffer.concat([open, codeOf(key, purpose, open)]));
}

/** When the challenge was issued; null if it is forged, has another purpose or is too old. */
export function readChallenge(key: Buffer, purpose: string, challenge: string, now: Date): Date | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== OPEN_BYTES + MAC_BYTES) return null;
  const open = bytes.subarray(0, OPEN_BYTES);
  if (!timingSafeEqual(bytes.subarray(OPEN_BYTES), codeOf(key, purpose, open))) return null;
  const issuedAt = new Date(Number(open.readBigUInt64BE()));
  return now.getTime() - issuedAt.getTime() <= VALID_MS ? issuedAt : null;
}

const codeOf = (key: Buffer, purpose: string, open: Buffer) =>
  createHmac('sha256', key).update(`passkey challenge\n${purpose}\n`).update(open).digest();
