import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The fields of an entry that its hash covers. */
export interface HashedEntry {
  tenantId: number;
  seq: number;
  at: Date;
  actorId: number | null;
  action: string;
  subjectType: string;
  subjectId: string;
  details: string;
  requestId: string | null;
  personalDigest: string;
}

/** The hash before the first entry. */
export const NO_HASH = '';

/** SHA-256 of the entry and of the hash of the entry before it. */
export const hashEntry = (entry: HashedEntry, previousHash: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        entry.tenantId,
        entry.seq,
        entry.at.toISOString(),
        entry.actorId,
        entry.action,
        entry.subjectType,
        entry.subjectId,
        entry.details,
        entry.requestId,
        entry.personalDigest,
        previousHash,
      ]),
    )
    .digest('base64url');

const keyed = (key: Buffer, purpose: string, parts: unknown[]) =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url');

/** Digest of the personal details of an entry. With a key, because an address or a short reason could be guessed. */
export const digestPersonal = (key: Buffer, tenantId: number, seq: number, personal: string | null) =>
  keyed(key, 'audit personal', [tenantId, seq, personal]);

export interface Head {
  tenantId: number;
  seq: number;
  hash: string;
}
export const signHead = (key: Buffer, { tenantId, seq, hash }: Head) =>
  keyed(key, 'audit head', [tenantId, seq, hash]);

export function isSignedHead(key: Buffer, head: Head & { signature: string }): boolean {
  const [expected, actual] = [Buffer.from(signHead(key, head)), Buffer.from(head.signature)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
