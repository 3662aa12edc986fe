import { type HttpRequest, isRecord, readJson } from '#server/messaging/http/request.ts';
import { ApiError, apiError, javascript, json } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import { readNames } from '#server/messaging/identifiers.ts';
import type { AccessManager, Keys } from './accessManager.ts';
import type { AuthGrant, AuthGrants, GrantKind } from './authGrants.ts';
import { NamePattern } from './namePattern.ts';
import { BIT, RESOURCES, type Resource } from './permissions.ts';
import type { RevokedTokens } from './revokedTokens.ts';
import { type GrantContent, makeToken, readPermissions, readToken } from './token.ts';

const MAX_TTL_MINUTES = 43_200;
const DEFAULT_AUTH_TTL_MINUTES = 1_440;
/** Tokens are part of the URL of every request. */
const TOKEN_MAX_LENGTH = 32_768;

export interface AccessRoutesOptions {
  access: AccessManager;
  authGrants: AuthGrants;
  revoked: RevokedTokens;
  keys: Keys;
  now: () => number;
  /** Called after a revocation, to end the open polls of the token. */
}

const grantError = (message: string, location: string) =>
  new ApiError(
    javascript(
      {
        error: { message, source: 'grant', details: [{ message, location, locationType: 'body' }] },
        service: 'Access Manager',
        status: 400,
      },
      400,
    ),
  );

/** Grants and revocations. They require a signature with the secret key. */
export function accessRoutes({ access, authGrants, revoked, keys, now }: AccessRoutesOptions): Route[] {
  const grantToken = (request: HttpRequest, subscribeKey: string) => {
    access.requireSubscribeKey(subscribeKey);
    access.requireSecretKey(request);
    const body = readJson(request.body.toString('utf8'), () => grantError('Invalid JSON', 'body'));
    const token = makeToken(readGrant(body, now()), keys.secretKey);
    if (token.length > TOKEN_MAX_LENGTH) throw grantError('Token is too large', 'permissions');
    return json({ data: { message: 'Success', token }, service: 'Access Manager', status: 200 });
  };

  const revokeToken = async (request: HttpRequest, subscribeKey: string, text: string) => {
    access.requireSubscribeKey(subscribeKey);
    access.requireSecretKey(request);
    const token = readToken(text, keys.secretKey);
    const revokeError = (message: string) =>
      new ApiError(
        javascript(
          {
            error: {
              message,
              source: 'revoke',
              details: [{ message, location: 'token', locationType: 'path' }],
            },
            service: 'Access Manager',
            status: 400,
          },
          400,
        ),
      );
    if (!token) throw revokeError('Invalid token.');
    if (token.expiresAt <= now()) throw revokeError('Token is expired.');
    await revoked.add(token.signature, token.expiresAt);
    return json({ data: { message: 'Success' }, service: 'Access Manager', status: 200 });
  };

  const grantAuthKeys = async (request: HttpRequest, subscribeKey: string) => {
    access.requireSubscribeKey(subscribeKey);
    access.requireSecretKey(request);
    const { query } = request;
    const ttlText = query.get('ttl') ?? String(DEFAULT_AUTH_TTL_MINUTES);
    if (!/^[0-9]{1,7}$/.test(ttlText)) throw apiError(400, 'Access Manager', 'Invalid ttl');
    const ttl = Number(ttlText);
    const authKeys = readNames(query.get('auth'));
    const targets: [GrantKind, string[]][] = [
      ['channel', readNames(query.get('channel'))],
      ['group', readNames(query.get('channel-group'))],
      ['uuid', readNames(query.get('target-uuid'))],
    ];
    const bits = bitsOf(query);
    const expiresAt = ttl === 0 ? null : now() + ttl * 60_000;
    const named = targets.flatMap(([kind, names]) => names.map((name) => ({ kind, name })));
    const grants: AuthGrant[] = (named.length > 0 ? named : [{ kind: 'all' as const, name: '' }]).flatMap(
      (target) =>
        (authKeys.length > 0 ? authKeys : ['']).map((authKey) => ({ ...target, authKey, bits, expiresAt })),
    );
    await authGrants.set(grants);
    const payload = describeGrant({ targets, authKeys, bits, ttl, subscribeKey });
    return javascript({ message: 'Success', payload, service: 'Access Manager', status: 200 });
  };

  return [
    { method: 'POST', path: '/v3/pam/:/grant', handle: grantToken },
    { method: 'DELETE', path: '/v3/pam/:/grant/:', handle: revokeToken },
    { method: 'GET', path: '/v2/auth/grant/sub-key/:', handle: grantAuthKeys },
  ];
}

function readGrant(body: unknown, now: number): GrantContent {
  if (!isRecord(body)) throw grantError('Invalid JSON', 'body');
  const { ttl, permissions } = body;
  if (!Number.isInteger(ttl) || (ttl as number) < 1 || (ttl as number) > MAX_TTL_MINUTES)
    throw grantError('Invalid ttl', 'ttl');
  if (!isRecord(permissions)) throw grantError('Invalid permissions', 'permissions');
  const { uuid, meta } = permissions;
  if (uuid !== undefined && (typeof uuid !== 'string' || uuid === ''))
    throw grantError('Invalid uuid', 'permissions.uuid');
  if (meta !== undefined && meta !== null && !isMeta(meta))
    throw grantError('Invalid meta', 'permissions.meta');
  const read = (side: 'resources' | 'patterns') => {
    const named = isRecord(permissions[side]) ? permissions[side] : {};
    const one = (resource: Resource, oldName?: string) => {
      const location = `permissions.${side}.${resource}`;
      const names = readPermissions(named[resource]);
      const old = oldName === undefined ? {} : readPermissions(named[oldName]);
      if (!names || !old) throw grantError(`Invalid ${side}`, location);
      return { ...old, ...names };
    };
    return { channels: one('channels', 'spaces'), groups: one('groups'), uuids: one('uuids', 'users') };
  };
  const resources = read('resources');
  const patterns = read('patterns');
  for (const resource of RESOURCES) {
    for (const source of Object.keys(patterns[resource])) {
      try {
        new NamePattern(source);
      } catch {
        throw grantError('Invalid RegExp', `permissions.patterns.${resource}.${source.slice(0, 100)}`);
      }
    }
  }
  return {
    issuedAt: Math.floor(now / 1_000),
    ttlMinutes: ttl as number,
    resources,
    patterns,
    meta: isMeta(meta) ? meta : {},
    ...(typeof uuid === 'string' && { uuid }),
  };
}

const isMeta = (value: unknown): value is Record<string, string | number | boolean> =>
  isRecord(value) &&
  Object.values(value).every((one) => ['string', 'number', 'boolean'].includes(typeof one));

const LETTERS: Record<string, number> = {
  r: BIT.read,
  w: BIT.write,
  m: BIT.manage,
  d: BIT.delete,
  g: BIT.get,
  u: BIT.update,
  j: BIT.join,
};

const bitsOf = (query: HttpRequest['query']): number =>
  Object.entries(LETTERS).reduce((bits, [letter, bit]) => (query.get(letter) === '1' ? bits | bit : bits), 0);

/** Describes a grant in PubNub's format, which depends on the number of targets. */
function describeGrant({
  targets,
  authKeys,
  bits,
  ttl,
  subscribeKey,
}: {
  targets: [GrantKind, string[]][];
  authKeys: string[];
  bits: number;
  ttl: number;
  subscribeKey: string;
}): Record<string, unknown> {
  const flags = Object.fromEntries(
    Object.entries(LETTERS).map(([letter, bit]) => [letter, (bits & bit) === 0 ? 0 : 1]),
  );
  const base = { subscribe_key: subscribeKey, ttl };
  const granted =
    authKeys.length > 0 ? { auths: Object.fromEntries(authKeys.map((key) => [key, flags])) } : flags;
  const named = targets.filter(([, names]) => names.length > 0);
  const [first] = named;
  if (!first) return { level: 'subkey', ...base, ...granted };
  const label: Record<GrantKind, string> = {
    all: '',
    channel: 'channel',
    group: 'channel-group',
    uuid: 'uuid',
  };
  const isSingle = named.length === 1 && first[1].length === 1 && first[0] !== 'uuid' && authKeys.length > 0;
  if (isSingle)
    return {
      level: first[0] === 'group' ? 'channel-group+auth' : 'user',
      ...base,
      [label[first[0]]]: first[1][0],
      ...granted,
    };
  const lists = named.map(([kind, names]) => [
    `${label[kind]}s`,
    Object.fromEntries(names.map((name) => [name, granted])),
  ]);
  const level = first[0] === 'uuid' ? 'uuid' : authKeys.length > 0 ? 'user' : label[first[0]];
  return { level, ...base, ...(Object.fromEntries(lists) as Record<string, unknown>) };
}
