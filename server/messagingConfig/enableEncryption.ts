import type { Pool } from 'pg';
import { eq } from '#server/db/drizzle.ts';
import { tenantDomains, tenants } from '#server/db/schema/tenants.ts';
import { asAuth, asOwner } from '#server/db/withTenant.ts';
import { createCipherKey } from './cipherKeys.ts';

export class UnknownDomain extends Error {
  override name = 'UnknownDomain';
}

/** Turns on chat encryption for the organisation of an email domain. Returns a message for the operator. */
export async function enableEncryption(pool: Pool, domain: string): Promise<string> {
  const [organisation] = await asAuth(pool, (tx) =>
    tx
      .select({ id: tenants.id, name: tenants.name })
      .from(tenantDomains)
      .innerJoin(tenants, eq(tenants.id, tenantDomains.tenantId))
      .where(eq(tenantDomains.domain, domain)),
  );
  if (!organisation)
    throw new UnknownDomain(`No organisation has the email domain '${domain}'. Check the spelling.`);
  const isNew = await asOwner(pool, organisation.id, createCipherKey);
  return isNew
    ? `Chats of ${organisation.name} are encrypted from now on.`
    : `Chats of ${organisation.name} are already encrypted.`;
}
