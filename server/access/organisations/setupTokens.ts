import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { SETUP_PATH } from '#contract/access/setup.ts';
import { and, eq, gt, lte, type NodePgDatabase, sql } from '#server/db/drizzle.ts';
import { setupTokens, tenants } from '#server/db/schema/tenants.ts';
import { asAuth } from '#server/db/withTenant.ts';

/** An arbitrary lock key. The creation of an organisation and the issue of a token wait for each other. */
const SETUP_LOCK = 7_305_004;
const VALID_MS = 24 * 60 * 60_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The lock is held until the end of the transaction. */
export const lockSetup = (tx: NodePgDatabase) => tx.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`);

/**
 * The one-time address for the first organisation, or null if there is an organisation. Addresses from earlier starts
 * stay valid, because another process may have just printed one.
 */
export async function issueSetupAddress(pool: Pool, publicOrigin: string, now: Date): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const isIssued = await asAuth(pool, async (tx) => {
    await lockSetup(tx);
    if (await hasOrganisation(tx)) {
      await tx.delete(setupTokens); // tokens from before the server got its demo data
      return false;
    }
    await tx.delete(setupTokens).where(lte(setupTokens.expiresAt, now));
    await tx.insert(setupTokens).values({
      tokenHash: hashOf(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + VALID_MS),
    });
    return true;
  });
  return isIssued ? `${publicOrigin}${SETUP_PATH}?token=${token}` : null;
}

/** 'over' when there is an organisation, otherwise whether the token works. */
export const findSetup = (pool: Pool, token: string, now: Date) =>
  asAuth(pool, async (tx): Promise<'open' | 'refused' | 'over'> => {
    if (await hasOrganisation(tx)) return 'over';
    return (await isValidToken(tx, token, now)) ? 'open' : 'refused';
  });

/** Valid tokens exist only before the first organisation: the transaction that creates it deletes them. */
export async function isValidToken(tx: NodePgDatabase, token: string, now: Date): Promise<boolean> {
  const rows = await tx
    .select({ createdAt: setupTokens.createdAt })
    .from(setupTokens)
    .where(and(eq(setupTokens.tokenHash, hashOf(token)), gt(setupTokens.expiresAt, now)));
  return rows.length > 0;
}

async function hasOrganisation(tx: NodePgDatabase): Promise<boolean> {
  const rows = await tx.select({ id: tenants.id }).from(tenants).limit(1);
  return rows.length > 0;
}
