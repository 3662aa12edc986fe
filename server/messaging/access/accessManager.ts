import { forbidden, refusal } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { isUserId } from '../messages/names.ts';
import type { AuthGrants } from './authGrants.ts';
import { type Bit, RESOURCES, type Resource } from './permissions.ts';
import type { RevokedTokens } from './revokedTokens.ts';
import { checkSignature } from './signature.ts';
import { readToken, type TokenGrant } from './token.ts';

/** Who asks, and what they may. */
export interface Caller {
  uuid: string | null;
  /** Holds the secret key. */
  isOwner: boolean;
  may: (resource: Resource, name: string, bit: Bit) => boolean;
  /** The token it came with, for whatever outlasts the request. */
  token: TokenGrant | null;
}

export interface Keys {
  publishKey: string;
  subscribeKey: string;
  secretKey: string;
}

/** Tokens that were read already; the oldest go first. */
const CACHE_SIZE = 5_000;
/** How the 403 names what was refused. */
const PAYLOAD_NAME: Record<Resource, string> = {
  channels: 'channels',
  groups: 'channel-groups',
  uuids: 'uuids',
};

const everything = () => true;

export class AccessManager {
  readonly #keys: Keys;
  readonly #isOn: boolean;
  readonly #now: () => number;
  readonly #authGrants: AuthGrants;
  readonly #revoked: RevokedTokens;
  readonly #tokens = new Map<string, TokenGrant>();

  constructor(options: {
    keys: Keys;
    isOn: boolean;
    now: () => number;
    authGrants: AuthGrants;
    revoked: RevokedTokens;
  }) {
    this.#keys = options.keys;
    this.#isOn = options.isOn;
    this.#now = options.now;
    this.#authGrants = options.authGrants;
    this.#revoked = options.revoked;
  }

  /** Who asks. Refuses what is forged, expired, revoked or made out to somebody else. */
  identify(call: Call): Caller {
    const uuid = call.query.get('uuid') || null;
    if (uuid !== null && !isUserId(uuid)) throw refusal(400, 'Access Manager', 'Invalid uuid');
    const verdict = checkSignature(call, this.#keys, this.#now());
    if (verdict === 'valid') return { uuid, isOwner: true, may: everything, token: null };
    if (!this.#isOn) return { uuid, isOwner: false, may: everything, token: null };
    if (verdict === 'stale') throw refusal(400, 'Access Manager', 'Invalid Timestamp');
    if (verdict === 'wrong') throw forbidden('Invalid Signature');

    const auth = call.query.get('auth');
    const token = auth ? this.#token(auth) : null;
    if (!token) {
      const may = (resource: Resource, name: string, bit: Bit) =>
        this.#authGrants.allows(auth ?? '', resource, name, bit);
      return { uuid, isOwner: false, may, token: null };
    }
    const refused = this.whyRefused(token);
    if (refused) throw forbidden(refused);
    if (token.uuid !== undefined && uuid !== null && token.uuid !== uuid) throw forbidden();
    return {
      uuid: uuid ?? token.uuid ?? null,
      isOwner: false,
      may: (resource, name, bit) => token.allows(resource, name, bit),
      token,
    };
  }

  /** Why a token that is genuine is no longer good; null when it is. */
  whyRefused(token: TokenGrant): string | null {
    if (this.#revoked.has(token.signature)) return 'Token is revoked';
    return token.expiresAt <= this.#now() ? 'Token is expired' : null;
  }

  /** Refuses unless every name is granted, and says which are not. */
  demand(caller: Caller, bit: Bit, needs: Partial<Record<Resource, readonly string[]>>): void {
    if (caller.may === everything) return;
    const denied: Record<string, string[]> = {};
    for (const resource of RESOURCES) {
      const names = needs[resource];
      if (!names || names.every((name) => caller.may(resource, name, bit))) continue;
      const missing = names.filter((name) => !caller.may(resource, name, bit));
      denied[PAYLOAD_NAME[resource]] = missing;
    }
    if (Object.keys(denied).length > 0) throw forbidden('Forbidden', denied);
  }

  /** Only whoever signs with the secret key, whether access control is on or off. */
  demandOwner(call: Call): void {
    const verdict = checkSignature(call, this.#keys, this.#now());
    if (verdict === 'stale') throw refusal(400, 'Access Manager', 'Invalid Timestamp');
    if (verdict !== 'valid') throw forbidden(verdict === 'wrong' ? 'Invalid Signature' : 'Forbidden');
  }

  demandSubscribeKey(subscribeKey: string): void {
    if (subscribeKey !== this.#keys.subscribeKey)
      throw refusal(400, 'Access Manager', 'Invalid Subscribe Key');
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  #token(text: string): TokenGrant | null {
    const known = this.#tokens.get(text);
    if (known) return known;
    const token = readToken(text, this.#keys.secretKey);
    if (!token) return null;
    if (this.#tokens.size >= CACHE_SIZE) this.#tokens.delete(this.#tokens.keys().next().value ?? '');
    this.#tokens.set(text, token);
    return token;
  }
}
