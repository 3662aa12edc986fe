import { importJWK, type JWK, jwtVerify, SignJWT } from 'jose';

/** The person identified by the token. The session is read from the database on each call. */
export interface IdClaims {
  userId: number;
  tenantId: number;
  sessionId: string;
  clientId: string;
}

export interface IdTokens {
  readonly lifetimeSeconds: number;
  sign(claims: IdClaims): Promise<string>;
  /** Null if the token has expired or was not signed by us. */
  verify(token: string): Promise<IdClaims | null>;
  /** The public keys, for other services that verify tokens. */
  readonly jwks: { keys: JWK[] };
}

export interface IdTokenSettings {
  /** The first key signs. All keys verify, so that a key can be replaced while its tokens are still valid. */
  /** The public form of a key does not include when it was rotated. */
  keys: readonly (JWK & { createdAt?: string | undefined; signsSince?: string | undefined })[];
  issuer: string;
  lifetimeSeconds: number;
  now: () => Date;
}

const ALGORITHM = 'ES256';
/** Maximum number of cached verified tokens. A person's next calls send the same token. */
const CACHE_SIZE = 10_000;

export async function createIdTokens({
  keys,
  issuer,
  lifetimeSeconds,
  now,
}: IdTokenSettings): Promise<IdTokens> {
  const [current] = keys;
  if (!current?.kid) throw new Error('No key to sign id tokens with');
  const signingKey = await importJWK(current, ALGORITHM);
  const publicKeys = keys.map(({ d: _secret, createdAt: _createdAt, signsSince: _since, ...key }) => ({
    ...key,
    alg: ALGORITHM,
    use: 'sig',
  }));
  const verifyingKeys = new Map(
    await Promise.all(publicKeys.map(async (key) => [key.kid, await importJWK(key, ALGORITHM)] as const)),
  );
  /** Claims of tokens whose signature was verified, oldest first. */
  const cache = new Map<string, { claims: IdClaims; endsAt: number }>();
  const secondsNow = () => Math.floor(now().getTime() / 1_000);

  return {
    lifetimeSeconds,
    jwks: { keys: publicKeys },
    sign({ userId, tenantId, sessionId, clientId }) {
      const issuedAt = secondsNow();
      return new SignJWT({ tenant: tenantId, sid: sessionId, token_use: 'id' })
        .setProtectedHeader({ alg: ALGORITHM, kid: current.kid as string, typ: 'JWT' })
        .setSubject(String(userId))
        .setAudience(clientId)
        .setIssuer(issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(signingKey);
    },
    async verify(token) {
      const cached = cache.get(token);
      if (cached) return cached.endsAt > secondsNow() ? cached.claims : null;
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = verifyingKeys.get(kid);
            if (!key) throw new Error('signed with an unknown key');
            return key;
          },
          { algorithms: [ALGORITHM], issuer, currentDate: now(), requiredClaims: ['sub', 'aud', 'exp'] },
        );
        const { sub, tenant, sid, aud, exp, token_use: use } = payload;
        const userId = Number(sub);
        if (
          use !== 'id' ||
          !Number.isSafeInteger(userId) ||
          typeof tenant !== 'number' ||
          typeof sid !== 'string' ||
          typeof aud !== 'string'
        )
          return null;
        const claims = { userId, tenantId: tenant, sessionId: sid, clientId: aud };
        const [oldest] = cache.keys();
        if (cache.size >= CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
        cache.set(token, { claims, endsAt: exp ?? 0 });
        return claims;
      } catch {
        return null;
      }
    },
  };
}
