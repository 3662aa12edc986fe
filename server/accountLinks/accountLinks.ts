import { createHash, createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { and, eq, gt, isNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { accountLinks } from '#server/db/schema/sessions.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';

export type Purpose = (typeof accountLinks.$inferSelect)['purpose'];

/** How long a link works, and how long no second one is mailed, so that every mail announced on screen is still valid. */
const LIFETIMES: Record<Purpose, { validMs: number; pauseMs: number }> = {
  unlock: { validMs: 2 * 60 * 60_000, pauseMs: 60 * 60_000 },
};

/**
 * The token of a link: its tenant, so that the lookup is subject to row level security, and a secret. The secret is derived
 * from the id with a key that only the servers have, so that a mail that is sent again is the same mail.
 */
export const tokenOf = (key: Buffer, { tenantId, id }: { tenantId: number; id: string }) =>
  `${tenantId}.${createHmac('sha256', key).update(`account link\n${id}`).digest('base64url')}`;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Links that are mailed to people. A link works once and for a limited time. */
export const createAccountLinks = (deps: { pool: Pool; key: Buffer; now: () => Date; wake: () => void }) => ({
  /** Mails a link to the active person with this email address, if there is one and none was mailed shortly before. */
  async mailTo(tenantId: number, email: string, purpose: Purpose): Promise<void> {
    const isNew = await withTenant(deps.pool, tenantId, (tx) =>
      createLink(tx, deps.key, { email, purpose, at: deps.now() }),
    );
    if (isNew) deps.wake();
  },
  /** Uses up a link and with it every other link of the person with the same purpose. Null when it is not valid. */
  use: (token: string, purpose: Purpose) => useLink(deps.pool, { token, purpose, at: deps.now() }),
});
export type AccountLinks = ReturnType<typeof createAccountLinks>;

async function createLink(
  tx: TenantTransaction,
  key: Buffer,
  { email, purpose, at }: { email: string; purpose: Purpose; at: Date },
): Promise<boolean> {
  const { tenantId } = tx;
  const { validMs, pauseMs } = LIFETIMES[purpose];
  const [person] = await tx
    .select({ userId: users.id, recent: accountLinks.id })
    .from(users)
    .leftJoin(
      accountLinks,
      and(
        eq(accountLinks.userId, users.id),
        eq(accountLinks.purpose, purpose),
        isNull(accountLinks.usedAt),
        gt(accountLinks.createdAt, new Date(at.getTime() - pauseMs)),
      ),
    )
    .where(and(eq(users.email, email), eq(users.status, 'active')))
    .limit(1);
  if (!person || person.recent !== null) return false;
  const id = newId();
  await tx.insert(accountLinks).values({
    id,
    tenantId,
    userId: person.userId,
    purpose,
    tokenHash: hashOf(tokenOf(key, { tenantId, id })),
    createdAt: at,
    expiresAt: new Date(at.getTime() + validMs),
    notBefore: at,
  });
  return true;
}

function tenantOf(token: string): number | null {
  const [, digits] = /^([1-9][0-9]{0,9})\.[A-Za-z0-9_-]{43}$/.exec(token) ?? [];
  return digits !== undefined && Number(digits) <= 2_147_483_647 ? Number(digits) : null;
}

async function useLink(
  pool: Pool,
  { token, purpose, at }: { token: string; purpose: Purpose; at: Date },
): Promise<{ tenantId: number; userId: number } | null> {
  const tenantId = tenantOf(token);
  if (tenantId === null) return null;
  return withTenant(pool, tenantId, async (tx) => {
    const isOpen = [eq(accountLinks.purpose, purpose), isNull(accountLinks.usedAt)];
    const [link] = await tx
      .update(accountLinks)
      .set({ usedAt: at })
      .where(and(eq(accountLinks.tokenHash, hashOf(token)), gt(accountLinks.expiresAt, at), ...isOpen))
      .returning({ userId: accountLinks.userId });
    if (!link) return null;
    await tx
      .update(accountLinks)
      .set({ usedAt: at })
      .where(and(eq(accountLinks.userId, link.userId), ...isOpen));
    return { tenantId, userId: link.userId };
  });
}
