import { importJWK, type JWK, jwtVerify, SignJWT } from 'jose';

/** Who the token speaks for. It is an id token by name and use; the session behind it is looked up on each call. */
export interface IdClaims {
  userId: number;
  tenantId: number;
  sessionId: string;
  clientId: string;
}

export interface IdTokens {
  readonly lifetimeSeconds: number;
  sign(claims: IdClaims): Promise<string>;
  /** Null for everything that we did not sign, or that is over. */
  verify(token: string): Promise<IdClaims | null>;
  /** The public halves, for whoever wants to check a token. */
  readonly jwks: { keys: JWK[] };
}

export interface IdTokenSettings {
  /** The first signs; all verify, so that a key can be replaced while its last tokens live. */
  keys: JWK[];
  issuer: string;
  lifetimeSeconds: number;
  now: () => Date;
}

const ALGORITHM = 'ES256';
/** So many tokens are known by heart: a person's next calls bring the same one. */
const KNOWN_TOKENS = 10_000;

export async function createIdTokens({
  keys,
  issuer,
  lifetimeSeconds,
  now,
}: IdTokenSettings): Promise<IdTokens> {
  const [current] = keys;
  if (!current?.kid) throw new Error('There is no key to sign id tokens with');
  const signingKey = await importJWK(current, ALGORITHM);
  const publicKeys = keys.map(({ d: _secret, ...key }) => ({ ...key, alg: ALGORITHM, use: 'sig' }));
  const verifyingKeys = new Map(
    await Promise.all(publicKeys.map(async (key) => [key.kid, await importJWK(key, ALGORITHM)] as const)),
  );
  /** What a token says once its signature was checked: for its life that is a fact about the text. The oldest goes first. */
  const known = new Map<string, { claims: IdClaims; endsAt: number }>();
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
      const before = known.get(token);
      if (before) return before.endsAt > secondsNow() ? before.claims : null;
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = verifyingKeys.get(kid);
            if (!key) throw new Error('signed with a key that is not ours');
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
        const [oldest] = known.keys();
        if (known.size >= KNOWN_TOKENS && oldest !== undefined) known.delete(oldest);
        known.set(token, { claims, endsAt: exp ?? 0 });
        return claims;
      } catch {
        return null;
      }
    },
  };
}
