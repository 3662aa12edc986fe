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

/** The field of an entry that contains the token of its actor. */
export const DIRECTORY_TOKEN = 'directoryToken';

/** The hash before the first entry. */
export const NO_HASH = '';

/** SHA-256 of the entry and the previous entry's hash. */
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

/** Digest of the personal details of an entry. It uses a key, because an address or a short reason could be guessed. */
export const digestPersonal = (key: Buffer, tenantId: number, seq: number, personal: string | null) =>
  keyed(key, 'audit personal', [tenantId, seq, personal]);

export interface Head {
  tenantId: number;
  seq: number;
  hash: string;
}
export const signHead = (key: Buffer, { tenantId, seq, hash }: Head) =>
  keyed(key, 'audit head', [tenantId, seq, hash]);

export const isSignedHead = (key: Buffer, head: Head & { signature: string }) =>
  isEqual(signHead(key, head), head.signature);

/** The result of a check of a whole log. */
export interface Check {
  tenantId: number;
  checkedAt: Date;
  entries: number;
  faultSeq: number | null;
  faultReason: string | null;
}
export const signCheck = (key: Buffer, { tenantId, checkedAt, entries, faultSeq, faultReason }: Check) =>
  keyed(key, 'audit check', [tenantId, checkedAt.toISOString(), entries, faultSeq, faultReason]);

export const isSignedCheck = (key: Buffer, check: Check & { signature: string }) =>
  isEqual(signCheck(key, check), check.signature);

function isEqual(expected: string, actual: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)];
  return one.length === other.length && timingSafeEqual(one, other);
}
