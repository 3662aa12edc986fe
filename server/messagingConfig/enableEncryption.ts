import type { Pool } from 'pg';
import { eq } from '#server/db/drizzle.ts';
import { tenantDomains, tenants } from '#server/db/schema/tenants.ts';
import { asAuth, asOwner } from '#server/db/withTenant.ts';
import { addCipherKey, cipherKeysOf, createCipherKey } from './cipherKeys.ts';

export class UnknownDomain extends Error {
  override name = 'UnknownDomain';
}

export class NotEncrypted extends Error {
  override name = 'NotEncrypted';
}

/** Switches on chat encryption for the organisation of an email domain. Returns a message for the operator. */
export async function enableEncryption(pool: Pool, domain: string): Promise<string> {
  const { id, name } = await findOrganisation(pool, domain);
  const isNew = await asOwner(pool, id, createCipherKey);
  return isNew
    ? `Chats in ${name} are encrypted from now on.`
    : `Chats in ${name} are already encrypted. Add --new-key to encrypt new messages with another key.`;
}

/** Adds a key for new messages. Returns a message for the operator. */
export async function replaceKey(pool: Pool, domain: string): Promise<string> {
  const { id, name } = await findOrganisation(pool, domain);
  const keyId = await asOwner(pool, id, async (tx) =>
    (await cipherKeysOf(tx)).length === 0 ? null : addCipherKey(tx),
  );
  if (keyId === null)
    throw new NotEncrypted(`Chats in ${name} are not encrypted. Turn encryption on without --new-key first.`);
  return `New messages in ${name} are encrypted with the key ${keyId} as soon as a browser has it, within an hour at the latest. Older keys are kept to read older messages.`;
}

async function findOrganisation(pool: Pool, domain: string) {
  const [organisation] = await asAuth(pool, (tx) =>
    tx
      .select({ id: tenants.id, name: tenants.name })
      .from(tenantDomains)
      .innerJoin(tenants, eq(tenants.id, tenantDomains.tenantId))
      .where(eq(tenantDomains.domain, domain)),
  );
  if (!organisation)
    throw new UnknownDomain(`No organisation has the email domain '${domain}'. Check the spelling.`);
  return organisation;
}
