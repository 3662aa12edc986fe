import { createHash, createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { and, eq, gt, isNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { accountLinks } from '#server/db/schema/sessions.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { storedContext } from '#server/tracing/requestContext.ts';

type Link = typeof accountLinks.$inferSelect;
export type Purpose = Link['purpose'];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long each kind of link works. */
export const VALID_MS: Record<Purpose, number> = {
  unlock: 120 * MINUTE_MS,
  invitation: 7 * DAY_MS,
  'password-reset': 60 * MINUTE_MS,
};
/**
 * No second link is mailed within this time. It is shorter than the lifetime of a link, so every mail that the screen
 * announces has a valid link.
 */
const PAUSE_MS: Record<Exclude<Purpose, 'invitation'>, number> = {
  unlock: 60 * MINUTE_MS,
  'password-reset': 2 * MINUTE_MS,
};

/**
 * The token of a link consists of the tenant, which row level security needs for the lookup, and a secret. The secret
 * is derived from the id with a key known only to the servers, so that the same mail can be sent again.
 */
export const tokenOf = (key: Buffer, { tenantId, id }: { tenantId: number; id: string }) =>
  `${tenantId}.${createHmac('sha256', key).update(`account link\n${id}`).digest('base64url')}`;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Whether a link works, or why it does not. */
export type LinkState = 'open' | 'used' | 'revoked' | 'expired' | 'unknown';
export interface FoundLink {
  tenantId: number;
  userId: number;
  createdBy: number | null;
  state: Exclude<LinkState, 'unknown'>;
}

interface AccountLinksDeps {
  pool: Pool;
  key: Buffer;
  now: () => Date;
  /** Call this after the commit of a transaction that created a link, so that its mail is sent soon. */
  wake: () => void;
}

/** Links in mails to people. Each link works once and for a limited time. */
export const createAccountLinks = ({ pool, key, now, wake }: AccountLinksDeps) => ({
  wake,

  /**
   * Mails a link to the active person with this email address, unless one was mailed shortly before. Does nothing if no
   * such person exists.
   */
  async mailTo(tenantId: number, email: string, purpose: Exclude<Purpose, 'invitation'>): Promise<void> {
    const isNew = await withTenant(pool, tenantId, async (tx) => {
      const userId = await findWithoutRecentLink(tx, email, purpose, now());
      if (userId !== null) await insertLink(tx, key, { userId, purpose, createdBy: null, at: now() });
      return userId !== null;
    });
    if (isNew) wake();
  },

  /** Mails a link on behalf of an administrator. Earlier links with this purpose stop working. Call `wake` after the commit. */
  async replace(
    tx: TenantTransaction,
    link: { userId: number; purpose: Exclude<Purpose, 'unlock'>; createdBy: number | null },
  ): Promise<void> {
    await revokeLinks(tx, link.userId, link.purpose, now());
    await insertLink(tx, key, { ...link, at: now() });
  },

  /** Mails the first invitations of new people. Call `wake` after the commit. */
  async inviteAll(tx: TenantTransaction, userIds: readonly number[], createdBy: number): Promise<void> {
    if (userIds.length === 0) return;
    const at = now();
    await tx
      .insert(accountLinks)
      .values(userIds.map((userId) => newLink(tx, key, { userId, purpose: 'invitation', createdBy, at })));
  },

  /** Ends the open links of a person. Returns whether there were any. */
  revoke: (tx: TenantTransaction, userId: number, purpose: Purpose) =>
    revokeLinks(tx, userId, purpose, now()),

  /** The owner of a link and whether it works. Does not use the link up. Null for an unknown token. */
  async find(token: string, purpose: Purpose): Promise<FoundLink | null> {
    const tenantId = tenantOf(token);
    if (tenantId === null) return null;
    const [link] = await readTenant(pool, tenantId, (tx) =>
      tx
        .select()
        .from(accountLinks)
        .where(and(eq(accountLinks.tokenHash, hashOf(token)), eq(accountLinks.purpose, purpose))),
    );
    if (!link) return null;
    const { userId, createdBy } = link;
    return { tenantId, userId, createdBy, state: stateOf(link, now()) };
  },

  /**
   * Uses up a link and every other link of the person with the same purpose, in one transaction with the action that
   * the link allows. Null when the link does not work.
   */
  async use<T>(
    token: string,
    purpose: Purpose,
    work: (tx: TenantTransaction, userId: number) => Promise<T>,
  ): Promise<T | null> {
    const tenantId = tenantOf(token);
    if (tenantId === null) return null;
    return withTenant(pool, tenantId, async (tx) => {
      const userId = await useLink(tx, token, purpose, now());
      return userId === null ? null : work(tx, userId);
    });
  },
});
export type AccountLinks = ReturnType<typeof createAccountLinks>;

function stateOf({ usedAt, revokedAt, expiresAt }: Link, at: Date): FoundLink['state'] {
  if (usedAt) return 'used';
  if (revokedAt) return 'revoked';
  return expiresAt <= at ? 'expired' : 'open';
}

async function findWithoutRecentLink(
  tx: TenantTransaction,
  email: string,
  purpose: Exclude<Purpose, 'invitation'>,
  at: Date,
): Promise<number | null> {
  const [person] = await tx
    .select({ userId: users.id, recent: accountLinks.id })
    .from(users)
    .leftJoin(
      accountLinks,
      and(
        eq(accountLinks.userId, users.id),
        eq(accountLinks.purpose, purpose),
        isNull(accountLinks.usedAt),
        isNull(accountLinks.revokedAt),
        gt(accountLinks.createdAt, new Date(at.getTime() - PAUSE_MS[purpose])),
      ),
    )
    .where(and(eq(users.email, email), eq(users.status, 'active')))
    .limit(1);
  return person && person.recent === null ? person.userId : null;
}

interface NewLink {
  userId: number;
  purpose: Purpose;
  createdBy: number | null;
  at: Date;
}

const insertLink = (tx: TenantTransaction, key: Buffer, link: NewLink) =>
  tx.insert(accountLinks).values(newLink(tx, key, link));

function newLink({ tenantId }: TenantTransaction, key: Buffer, { at, ...link }: NewLink) {
  const id = newId();
  return {
    ...link,
    id,
    tenantId,
    ...storedContext(),
    tokenHash: hashOf(tokenOf(key, { tenantId, id })),
    createdAt: at,
    expiresAt: new Date(at.getTime() + VALID_MS[link.purpose]),
    notBefore: at,
  };
}

async function revokeLinks(tx: TenantTransaction, userId: number, purpose: Purpose, at: Date) {
  const revoked = await tx
    .update(accountLinks)
    .set({ revokedAt: at })
    .where(and(eq(accountLinks.userId, userId), isOpen(purpose)))
    .returning({ id: accountLinks.id });
  return revoked.length > 0;
}

const isOpen = (purpose: Purpose) =>
  and(eq(accountLinks.purpose, purpose), isNull(accountLinks.usedAt), isNull(accountLinks.revokedAt));

function tenantOf(token: string): number | null {
  const [, digits] = /^([1-9][0-9]{0,9})\.[A-Za-z0-9_-]{43}$/.exec(token) ?? [];
  return digits !== undefined && Number(digits) <= 2_147_483_647 ? Number(digits) : null;
}

async function useLink(tx: TenantTransaction, token: string, purpose: Purpose, at: Date) {
  const [link] = await tx
    .update(accountLinks)
    .set({ usedAt: at })
    .where(and(eq(accountLinks.tokenHash, hashOf(token)), gt(accountLinks.expiresAt, at), isOpen(purpose)))
    .returning({ userId: accountLinks.userId });
  if (!link) return null;
  await tx
    .update(accountLinks)
    .set({ usedAt: at })
    .where(and(eq(accountLinks.userId, link.userId), isOpen(purpose)));
  return link.userId;
}
