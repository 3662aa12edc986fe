import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { decode, encode } from 'cborg';
import { isRecord } from '#server/messaging/http/request.ts';
import { NamePattern } from './namePattern.ts';
import { type Bit, RESOURCES, type Resource } from './permissions.ts';

/** The content of a token, without the signature. */
export interface GrantContent {
  /** Seconds since the epoch. */
  issuedAt: number;
  ttlMinutes: number;
  uuid?: string | undefined;
  resources: Record<Resource, Record<string, number>>;
  patterns: Record<Resource, Record<string, number>>;
  meta: Record<string, string | number | boolean>;
}

const CACHED_NAMES = 2_000;

/** Keys of a token's parts. Clients require `chan` and `grp`, and read the old `usr` and `spc`. */
const PART: Record<Resource, string> = { channels: 'chan', groups: 'grp', uuids: 'uuid' };
const OLD_PARTS = ['spc', 'usr'];

/** Structural keys are byte strings and names are text strings. Clients rely on this difference. */
const key = (name: string) => Buffer.from(name, 'utf8');
const mapOf = (names: Record<string, unknown>) => new Map(Object.entries(names));
const parts = (permissions: GrantContent['resources']) =>
  new Map([
    ...RESOURCES.map((resource) => [key(PART[resource]), mapOf(permissions[resource])] as const),
    ...OLD_PARTS.map((name) => [key(name), mapOf({})] as const),
  ]);

const encodeContent = (content: GrantContent): Uint8Array =>
  encode(
    new Map<Uint8Array, unknown>([
      [key('v'), 2],
      [key('t'), content.issuedAt],
      [key('ttl'), content.ttlMinutes],
      [key('res'), parts(content.resources)],
      [key('pat'), parts(content.patterns)],
      [key('meta'), mapOf(content.meta)],
      // Equal grants in the same second get different tokens, so revoking one does not revoke the other.
      [key('nonce'), randomBytes(9)],
      ...(content.uuid === undefined ? [] : [[key('uuid'), content.uuid] as const]),
    ]),
  );

/** The signature is the last entry of the map: the byte string `sig`, then a byte string of 32 bytes. */
const SIGNATURE_HEAD = Buffer.from([0x43, ...key('sig'), 0x58, 32]);
const SIGNATURE_ENTRY_LENGTH = SIGNATURE_HEAD.length + 32;

const sign = (content: Uint8Array, secretKey: string): Buffer =>
  createHmac('sha256', secretKey).update(content).digest();

/** URL-safe base64 with padding. */
const textOf = (bytes: Buffer): string => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');

/** A signed, self-contained token. The first byte of a small CBOR map contains the number of its entries. */
export function makeToken(content: GrantContent, secretKey: string): string {
  const signed = encodeContent(content);
  const bytes = Buffer.concat([signed, SIGNATURE_HEAD, sign(signed, secretKey)]);
  bytes[0]!++;
  return textOf(bytes);
}

/** A token with a valid signature. */
export class TokenGrant {
  readonly uuid: string | undefined;
  /** Identifies the token in the list of revoked tokens. */
  readonly signature: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly #resources: GrantContent['resources'];
  readonly #patterns: Record<Resource, { pattern: NamePattern; bits: number }[]>;
  /** Cached results of pattern matching by name, because polls repeat the same names. */
  readonly #cache = new Map<string, number>();

  constructor(content: GrantContent, signature: Buffer) {
    this.uuid = content.uuid;
    this.signature = signature.toString('base64url');
    this.expiresAt = (content.issuedAt + content.ttlMinutes * 60) * 1_000;
    this.#resources = content.resources;
    const compiled = (resource: Resource) =>
      Object.entries(content.patterns[resource]).map(([source, bits]) => ({
        pattern: new NamePattern(source),
        bits,
      }));
    this.#patterns = {
      channels: compiled('channels'),
      groups: compiled('groups'),
      uuids: compiled('uuids'),
    };
  }

  allows(resource: Resource, name: string, bit: Bit): boolean {
    const named = this.#resources[resource];
    if (Object.hasOwn(named, name) && ((named[name] ?? 0) & bit) !== 0) return true;
    return (this.#patternBits(resource, name) & bit) !== 0;
  }

  #patternBits(resource: Resource, name: string): number {
    const patterns = this.#patterns[resource];
    if (patterns.length === 0) return 0;
    const key = `${resource},${name}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const found = patterns.reduce((all, { pattern, bits }) => (pattern.matches(name) ? all | bits : all), 0);
    if (this.#cache.size >= CACHED_NAMES) this.#cache.clear();
    this.#cache.set(key, found);
    return found;
  }
}

/**
 * Verifies and reads a token; null if `makeToken` did not sign it with this secret. The signature is verified over the
 * received bytes, so that every changed byte and every other encoding of the same content is refused.
 */
export function readToken(token: string, secretKey: string): TokenGrant | null {
  try {
    const bytes = Buffer.from(token, 'base64url');
    if (textOf(bytes) !== token) return null;
    const end = bytes.length - SIGNATURE_ENTRY_LENGTH;
    if (end < 1 || !bytes.subarray(end, end + SIGNATURE_HEAD.length).equals(SIGNATURE_HEAD)) return null;
    const signed = Buffer.from(bytes.subarray(0, end));
    signed[0]!--;
    const expected = sign(signed, secretKey);
    if (!timingSafeEqual(bytes.subarray(end + SIGNATURE_HEAD.length), expected)) return null;
    const map: unknown = decode(signed, { useMaps: true });
    if (!(map instanceof Map)) return null;
    const fields = textKeys(map);
    const content: GrantContent = {
      issuedAt: Number(fields.t),
      ttlMinutes: Number(fields.ttl),
      resources: permissionsOf(fields.res),
      patterns: permissionsOf(fields.pat),
      meta: fields.meta instanceof Map ? (Object.fromEntries(fields.meta) as GrantContent['meta']) : {},
      ...(typeof fields.uuid === 'string' && { uuid: fields.uuid }),
    };
    return new TokenGrant(content, expected);
  } catch {
    return null; // not a token
  }
}

/** Converts byte-string keys to text. */
const textKeys = (map: Map<unknown, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    [...map].map(([name, value]) => [
      name instanceof Uint8Array ? Buffer.from(name).toString('utf8') : String(name),
      value,
    ]),
  );

function permissionsOf(value: unknown): GrantContent['resources'] {
  const fields = value instanceof Map ? textKeys(value) : {};
  const names = (resource: Resource) => {
    const found = fields[PART[resource]];
    return found instanceof Map ? (Object.fromEntries(found) as Record<string, number>) : {};
  };
  return { channels: names('channels'), groups: names('groups'), uuids: names('uuids') };
}

/** Reads the names and bits of one part of a grant request; null if it is invalid. */
export function readPermissions(value: unknown): Record<string, number> | null {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) return null;
  const isBits = (bits: unknown) => Number.isInteger(bits) && (bits as number) >= 0 && (bits as number) < 256;
  return Object.values(value).every(isBits) ? (value as Record<string, number>) : null;
}
