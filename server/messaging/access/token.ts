import { createHmac, timingSafeEqual } from 'node:crypto';
import { decode, encode } from 'cborg';
import { isRecord } from '../http/call.ts';
import { NamePattern } from './namePattern.ts';
import { type Bit, RESOURCES, type Resource } from './permissions.ts';

/** What a token says, before it is signed. */
export interface GrantContent {
  /** Seconds since the epoch. */
  issuedAt: number;
  ttlMinutes: number;
  uuid?: string | undefined;
  resources: Record<Resource, Record<string, number>>;
  patterns: Record<Resource, Record<string, number>>;
  meta: Record<string, string | number | boolean>;
}

const KNOWN_NAMES = 2_000;

/** The keys of a token's parts; clients need `chan` and `grp` to exist and know the old `usr` and `spc`. */
const PART: Record<Resource, string> = { channels: 'chan', groups: 'grp', uuids: 'uuid' };
const OLD_PARTS = ['spc', 'usr'];

/** The structural keys are byte strings and the names text strings: that is how clients tell them apart. */
const key = (name: string) => Buffer.from(name, 'utf8');
const mapOf = (names: Record<string, unknown>) => new Map(Object.entries(names));
const parts = (permissions: GrantContent['resources']) =>
  new Map([
    ...RESOURCES.map((resource) => [key(PART[resource]), mapOf(permissions[resource])] as const),
    ...OLD_PARTS.map((name) => [key(name), mapOf({})] as const),
  ]);

function encodeContent(content: GrantContent, signature?: Uint8Array): Uint8Array {
  return encode(
    new Map<Uint8Array, unknown>([
      [key('v'), 2],
      [key('t'), content.issuedAt],
      [key('ttl'), content.ttlMinutes],
      [key('res'), parts(content.resources)],
      [key('pat'), parts(content.patterns)],
      [key('meta'), mapOf(content.meta)],
      ...(content.uuid === undefined ? [] : [[key('uuid'), content.uuid] as const]),
      ...(signature ? [[key('sig'), signature] as const] : []),
    ]),
  );
}

const sign = (content: GrantContent, secretKey: string): Buffer =>
  createHmac('sha256', secretKey).update(encodeContent(content)).digest();

/** A signed token that needs no look-up: base64 for addresses, padding kept. */
export function makeToken(content: GrantContent, secretKey: string): string {
  const bytes = encodeContent(content, sign(content, secretKey));
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** A token that was signed here. */
export class TokenGrant {
  readonly uuid: string | undefined;
  /** How it is known once it is revoked. */
  readonly signature: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly #resources: GrantContent['resources'];
  readonly #patterns: Record<Resource, { pattern: NamePattern; bits: number }[]>;
  /** What the patterns say of names that were asked before: polls ask for the same ones again and again. */
  readonly #known = new Map<string, number>();

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
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = patterns.reduce((all, { pattern, bits }) => (pattern.matches(name) ? all | bits : all), 0);
    if (this.#known.size >= KNOWN_NAMES) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }
}

/** Reads a token; null for whatever was not made by `makeToken` with this secret. */
export function readToken(token: string, secretKey: string): TokenGrant | null {
  try {
    const map: unknown = decode(Buffer.from(token, 'base64url'), { useMaps: true });
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
    const { sig } = fields;
    const expected = sign(content, secretKey);
    if (!(sig instanceof Uint8Array) || sig.length !== expected.length || !timingSafeEqual(sig, expected))
      return null;
    return new TokenGrant(content, expected);
  } catch {
    return null; // whatever a client makes up is no token
  }
}

/** Byte-string keys as text. */
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

/** The names and bits of one part of a grant's request body; null when it says something else. */
export function readPermissions(value: unknown): Record<string, number> | null {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) return null;
  const isBits = (bits: unknown) => Number.isInteger(bits) && (bits as number) >= 0 && (bits as number) < 256;
  return Object.values(value).every(isBits) ? (value as Record<string, number>) : null;
}
