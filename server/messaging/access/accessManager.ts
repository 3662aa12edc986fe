import type { HttpRequest } from '#server/messaging/http/request.ts';
import type { RequestLimits } from '#server/messaging/http/requestLimits.ts';
import { apiError, forbidden, tooManyRequests } from '#server/messaging/http/response.ts';
import { isUserId } from '#server/messaging/identifiers.ts';
import type { AuthGrants } from './authGrants.ts';
import { type Bit, RESOURCES, type Resource } from './permissions.ts';
import type { RevokedTokens } from './revokedTokens.ts';
import { checkSignature } from './signature.ts';
import { readToken, type TokenGrant } from './token.ts';

/** The authenticated client of a request, and its permissions. */
export interface Caller {
  uuid: string | null;
  /** The request is signed with the secret key. */
  isOwner: boolean;
  can: (resource: Resource, name: string, bit: Bit) => boolean;
  /** The token of the request. Long polls need its expiry and signature. */
  token: TokenGrant | null;
}

export interface Keys {
  publishKey: string;
  subscribeKey: string;
  secretKey: string;
}

/** Maximum number of cached verified tokens. The oldest are evicted first. */
const CACHE_SIZE = 5_000;
/** Names of the resources in the payload of a 403 response. */
const PAYLOAD_NAME: Record<Resource, string> = {
  channels: 'channels',
  groups: 'channel-groups',
  uuids: 'uuids',
};

const allowAll = () => true;

export class AccessManager {
  readonly #keys: Keys;
  readonly #isOn: boolean;
  readonly #now: () => number;
  readonly #authGrants: AuthGrants;
  readonly #revoked: RevokedTokens;
  readonly #limits: RequestLimits;
  readonly #tokens = new Map<string, TokenGrant>();

  constructor(options: {
    keys: Keys;
    isOn: boolean;
    now: () => number;
    authGrants: AuthGrants;
    revoked: RevokedTokens;
    limits: RequestLimits;
  }) {
    this.#keys = options.keys;
    this.#isOn = options.isOn;
    this.#now = options.now;
    this.#authGrants = options.authGrants;
    this.#revoked = options.revoked;
    this.#limits = options.limits;
  }

  /**
   * Identifies the caller, once per request. Throws if the token is forged, expired, revoked or issued to another user, or
   * if the user sends too many requests.
   */
  identify(request: HttpRequest): Caller {
    const uuid = request.query.get('uuid') || null;
    if (uuid !== null && !isUserId(uuid)) throw apiError(400, 'Access Manager', 'Invalid uuid');
    const verdict = checkSignature(request, this.#keys, this.#now());
    if (verdict === 'valid') {
      this.#countRequest(request, null);
      return { uuid, isOwner: true, can: allowAll, token: null };
    }
    if (!this.#isOn) return { uuid, isOwner: false, can: allowAll, token: null };
    if (verdict === 'stale') throw apiError(400, 'Access Manager', 'Invalid Timestamp');
    if (verdict === 'wrong') throw forbidden('Invalid Signature');

    const auth = request.query.get('auth');
    const token = auth ? this.#token(auth) : null;
    if (!token) {
      const can = (resource: Resource, name: string, bit: Bit) =>
        this.#authGrants.allows(auth ?? '', resource, name, bit);
      return { uuid, isOwner: false, can, token: null };
    }
    const error = this.tokenError(token);
    if (error) throw forbidden(error);
    if (token.uuid !== undefined && uuid !== null && token.uuid !== uuid) throw forbidden();
    this.#countRequest(request, token.uuid ?? token.signature);
    return {
      uuid: uuid ?? token.uuid ?? null,
      isOwner: false,
      can: (resource, name, bit) => token.allows(resource, name, bit),
      token,
    };
  }

  /** Why a correctly signed token is no longer valid; null if it is valid. */
  tokenError(token: TokenGrant): string | null {
    if (this.#revoked.has(token.signature)) return 'Token is revoked';
    return token.expiresAt <= this.#now() ? 'Token is expired' : null;
  }

  /** Throws a 403 with the names that lack permission, if any. */
  requirePermission(caller: Caller, bit: Bit, needs: Partial<Record<Resource, readonly string[]>>): void {
    if (caller.can === allowAll) return;
    const denied: Record<string, string[]> = {};
    for (const resource of RESOURCES) {
      const names = needs[resource];
      if (!names || names.every((name) => caller.can(resource, name, bit))) continue;
      const missing = names.filter((name) => !caller.can(resource, name, bit));
      denied[PAYLOAD_NAME[resource]] = missing;
    }
    if (Object.keys(denied).length > 0) throw forbidden('Forbidden', denied);
  }

  /** Requires a signature with the secret key, even if access control is off. */
  requireSecretKey(request: HttpRequest): void {
    const verdict = checkSignature(request, this.#keys, this.#now());
    if (verdict === 'stale') throw apiError(400, 'Access Manager', 'Invalid Timestamp');
    if (verdict !== 'valid') throw forbidden(verdict === 'wrong' ? 'Invalid Signature' : 'Forbidden');
    this.#countRequest(request, null);
  }

  requireSubscribeKey(subscribeKey: string): void {
    if (subscribeKey !== this.#keys.subscribeKey)
      throw apiError(400, 'Access Manager', 'Invalid Subscribe Key');
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  #countRequest({ address }: HttpRequest, person: string | null): void {
    if (!this.#limits.allowsPerson(address, person)) throw tooManyRequests();
  }

  #token(text: string): TokenGrant | null {
    const cached = this.#tokens.get(text);
    if (cached) return cached;
    const token = readToken(text, this.#keys.secretKey);
    if (!token) return null;
    if (this.#tokens.size >= CACHE_SIZE) this.#tokens.delete(this.#tokens.keys().next().value ?? '');
    this.#tokens.set(text, token);
    return token;
  }
}
