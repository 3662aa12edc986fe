import { randomBytes } from 'node:crypto';
import { eq } from '#server/db/drizzle.ts';
import { cipherKeys } from '#server/db/schema/tenants.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

const KEY_BYTES = 32;

/** The key that encrypts the organisation's chats; null when they are not encrypted. Never log it. */
export async function cipherKeyOf(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx
    .select({ key: cipherKeys.key })
    .from(cipherKeys)
    .where(eq(cipherKeys.tenantId, tx.tenantId));
  return row?.key ?? null;
}

/**
 * Creates the key; from now on the organisation's chats are encrypted. Returns false when there already is one. The key must
 * never be deleted or replaced, because messages encrypted with it would be lost.
 */
export async function createCipherKey(tx: TenantTransaction): Promise<boolean> {
  const { rowCount } = await tx
    .insert(cipherKeys)
    .values({ tenantId: tx.tenantId, key: randomBytes(KEY_BYTES).toString('base64url') })
    .onConflictDoNothing();
  return rowCount === 1;
}
