import { createHash, createHmac, randomBytes } from 'node:crypto';
import { and, eq, isNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { refreshTokens, sessions } from '#server/db/schema/sessions.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

export const IDLE_MS = 7 * 24 * 60 * 60_000;
export const ABSOLUTE_MS = 30 * 24 * 60 * 60_000;
/**
 * Within this time, a replaced token gets the same successor again, because a response may be lost or 2 tabs may
 * refresh at the same time.
 */
export const GRACE_MS = 10_000;
const USER_AGENT_MAX_LENGTH = 300;

/** The cookie contains the tenant, which row level security needs for the lookup, and 32 random bytes. */
interface Token {
  tenantId: number;
  secret: Buffer;
}
export const writeToken = ({ tenantId, secret }: Token) => `${tenantId}.${secret.toString('base64url')}`;
export function readToken(text: string | undefined): Token | null {
  const parts = /^([1-9][0-9]{0,9})\.([A-Za-z0-9_-]{43})$/.exec(text ?? '');
  if (!parts || Number(parts[1]) > 2_147_483_647) return null;
  return { tenantId: Number(parts[1]), secret: Buffer.from(parts[2] as string, 'base64url') };
}

const hashOf = (secret: Buffer) => createHash('sha256').update(secret).digest();
/** Derived from its predecessor with the servers' key, so that any process can issue it again within the grace period. */
const successorOf = (secret: Buffer, key: Buffer) => createHmac('sha256', key).update(secret).digest();

export interface NewSession {
  sessionId: string;
  token: Token;
  endsAt: Date;
}

/** Starts a session: the family of all refresh tokens that come from one sign-in. */
export async function createSession(
  tx: TenantTransaction,
  { userId, userAgent, now }: { userId: number; userAgent: string | undefined; now: Date },
): Promise<NewSession> {
  const { tenantId } = tx;
  const [sessionId, secret] = [newId(), randomBytes(32)];
  const endsAt = new Date(now.getTime() + ABSOLUTE_MS);
  await tx.insert(sessions).values({
    id: sessionId,
    tenantId,
    userId,
    createdAt: now,
    expiresAt: endsAt,
    userAgent: userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
  });
  await tx.insert(refreshTokens).values({ hash: hashOf(secret), tenantId, sessionId, createdAt: now });
  await recordActivity(tx, userId, now);
  return { sessionId, token: { tenantId, secret }, endsAt };
}

/** Updated with each new token, so its accuracy is the lifetime of an id token. */
const recordActivity = (tx: TenantTransaction, userId: number, now: Date) =>
  tx.update(users).set({ lastActiveAt: now }).where(eq(users.id, userId));

export type Rotation =
  | ({ kind: 'rotated'; userId: number; clientId: string } & NewSession)
  | { kind: 'refused' }
  | { kind: 'reused'; sessionId: string }
  | { kind: 'ended' };

/**
 * Replaces a refresh token. Reuse after the grace period means that the token was copied, so the whole session ends.
 */
export async function rotateToken(
  tx: TenantTransaction,
  { tenantId, secret }: Token,
  key: Buffer,
  now: Date,
): Promise<Rotation> {
  const session = await lockSession(tx, secret);
  if (!session || session.revokedAt || session.expiresAt <= now) return { kind: 'refused' };
  if (session.userStatus !== 'active' || session.tenantStatus !== 'active') return { kind: 'ended' };

  const token = await findToken(tx, hashOf(secret)); // read again, because this call may have waited for the lock
  if (!token) return { kind: 'refused' };
  const next = successorOf(secret, key);
  const rotated: Rotation = {
    kind: 'rotated',
    userId: session.userId,
    clientId: session.clientId,
    sessionId: session.id,
    token: { tenantId, secret: next },
    endsAt: session.expiresAt,
  };
  if (!token.replacedAt) {
    if (now.getTime() - token.createdAt.getTime() > IDLE_MS) return { kind: 'refused' };
    await tx
      .insert(refreshTokens)
      .values({ hash: hashOf(next), tenantId, sessionId: session.id, createdAt: now });
    await tx
      .update(refreshTokens)
      .set({ replacedAt: now, successorHash: hashOf(next) })
      .where(eq(refreshTokens.hash, token.hash));
    await recordActivity(tx, session.userId, now);
    return rotated;
  }
  const successor = token.successorHash && (await findToken(tx, token.successorHash));
  const isDirect = successor && !successor.replacedAt;
  if (isDirect && now.getTime() - token.replacedAt.getTime() <= GRACE_MS) return rotated;
  await revokeSession(tx, session.id, 'reuse', now);
  return { kind: 'reused', sessionId: session.id };
}

/** The session of a token, even if the token is not the newest one. */
export async function sessionOfToken(tx: TenantTransaction, { secret }: Token): Promise<string | null> {
  return (await findToken(tx, hashOf(secret)))?.sessionId ?? null;
}

export async function revokeSession(
  tx: TenantTransaction,
  sessionId: string,
  because: 'sign-out' | 'reuse',
  now: Date,
) {
  await tx
    .update(sessions)
    .set({ revokedAt: now, revokedBecause: because })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

async function findToken(tx: TenantTransaction, hash: Buffer) {
  const [token] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash));
  return token;
}

/** Locks the session, so that parallel refreshes run one after another. */
async function lockSession(tx: TenantTransaction, secret: Buffer) {
  const [session] = await tx
    .select({
      id: sessions.id,
      userId: sessions.userId,
      expiresAt: sessions.expiresAt,
      revokedAt: sessions.revokedAt,
      userStatus: users.status,
      tenantStatus: tenants.status,
      clientId: tenants.clientId,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
    .where(eq(refreshTokens.hash, hashOf(secret)))
    .for('update', { of: sessions });
  return session;
}
