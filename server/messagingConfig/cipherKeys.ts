import { randomBytes } from 'node:crypto';
import { eq } from '../db/drizzle.ts';
import { cipherKeys } from '../db/schema/tenants.ts';
import type { TenantTransaction } from '../db/withTenant.ts';

const KEY_BYTES = 32;

/** The key with which the organisation's chats are encrypted; null where they are not. For its members only, and no log. */
export async function cipherKeyOf(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx
    .select({ key: cipherKeys.key })
    .from(cipherKeys)
    .where(eq(cipherKeys.tenantId, tx.tenantId));
  return row?.key ?? null;
}

/**
 * From now on the organisation's chats are encrypted; false when they were already. There is no way back, since without
 * the key nobody could read what was written with it.
 */
export async function encryptChats(tx: TenantTransaction): Promise<boolean> {
  const { rowCount } = await tx
    .insert(cipherKeys)
    .values({ tenantId: tx.tenantId, key: randomBytes(KEY_BYTES).toString('base64url') })
    .onConflictDoNothing();
  return rowCount === 1;
}
