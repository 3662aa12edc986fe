import { randomBytes, randomInt } from 'node:crypto';
import { type CipherKey, FIRST_KEY_ID } from '#contract/messaging/encryption.ts';
import { asc, desc, eq } from '#server/db/drizzle.ts';
import { cipherKeys } from '#server/db/schema/tenants.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

const KEY_BYTES = 32;

/** The organisation's cipher keys, newest first; empty if its chats are not encrypted. Never log them. */
export const cipherKeysOf = (tx: TenantTransaction): Promise<CipherKey[]> =>
  tx
    .select({ id: cipherKeys.id, key: cipherKeys.key })
    .from(cipherKeys)
    .where(eq(cipherKeys.tenantId, tx.tenantId))
    .orderBy(desc(cipherKeys.createdAt), asc(cipherKeys.id));

const newKey = () => randomBytes(KEY_BYTES).toString('base64url');

/**
 * Creates the first key. From now on, the organisation's chats are encrypted. Returns false if a key already exists.
 */
export async function createCipherKey(tx: TenantTransaction): Promise<boolean> {
  const { rowCount } = await tx
    .insert(cipherKeys)
    .values({ tenantId: tx.tenantId, id: FIRST_KEY_ID, key: newKey() })
    .onConflictDoNothing();
  return rowCount === 1;
}

/**
 * Adds a key that encrypts new messages. Older keys are never deleted, because their messages would be lost. The id is
 * random, so that a database restored from a backup does not use an id again.
 */
export async function addCipherKey(tx: TenantTransaction): Promise<string> {
  const id = `K${randomInt(36 ** 3)
    .toString(36)
    .padStart(3, '0')
    .toUpperCase()}`;
  await tx.insert(cipherKeys).values({ tenantId: tx.tenantId, id, key: newKey() });
  return id;
}
