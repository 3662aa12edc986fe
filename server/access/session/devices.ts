import Bowser from 'bowser';
import type { Device } from '#contract/access/account.ts';
import { and, desc, eq, gt, isNull, max, sql } from '#server/db/drizzle.ts';
import { refreshTokens, sessions } from '#server/db/schema/sessions.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';

/** The active sessions of a person: the current one first, then by last use. */
export async function listDevices(
  tx: TenantTransaction,
  { userId, sessionId }: Viewer,
  now: Date,
): Promise<Device[]> {
  const lastUsedAt = max(refreshTokens.createdAt);
  const rows = await tx
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      signedInAt: sessions.createdAt,
      lastUsedAt,
    })
    .from(sessions)
    .leftJoin(refreshTokens, eq(refreshTokens.sessionId, sessions.id))
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .groupBy(sessions.id)
    .orderBy(desc(sql`${sessions.id} = ${sessionId}`), desc(lastUsedAt));
  return rows.map(({ id, userAgent, signedInAt, lastUsedAt: usedAt }) => ({
    id,
    isCurrent: id === sessionId,
    browser: describeBrowser(userAgent),
    signedInAt: signedInAt.toISOString(),
    lastUsedAt: (usedAt ?? signedInAt).toISOString(),
  }));
}

/** Ends one session of the person. False if the session belongs to another person. */
export async function signOutDevice(tx: TenantTransaction, { userId }: Viewer, id: string, now: Date) {
  const ended = await tx
    .update(sessions)
    .set({
      revokedAt: sql`coalesce(${sessions.revokedAt}, ${now.toISOString()}::timestamptz)`,
      revokedBecause: 'signed-out-elsewhere',
    })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

function describeBrowser(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return null;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
