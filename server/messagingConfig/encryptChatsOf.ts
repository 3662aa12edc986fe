import type { Pool } from 'pg';
import { eq } from '../db/drizzle.ts';
import { tenantDomains, tenants } from '../db/schema/tenants.ts';
import { asOwner, atTheDoor } from '../db/withTenant.ts';
import { encryptChats } from './cipherKeys.ts';

/** Nobody's addresses are there. */
export class UnknownDomain extends Error {
  override name = 'UnknownDomain';
}

/** Has the chats of the organisation with a mail domain encrypted from now on, and says so in words for an operator. */
export async function encryptChatsOf(pool: Pool, domain: string): Promise<string> {
  const [organisation] = await atTheDoor(pool, (tx) =>
    tx
      .select({ id: tenants.id, name: tenants.name })
      .from(tenantDomains)
      .innerJoin(tenants, eq(tenants.id, tenantDomains.tenantId))
      .where(eq(tenantDomains.domain, domain)),
  );
  if (!organisation) throw new UnknownDomain(`No organisation has the domain '${domain}'.`);
  const isNew = await asOwner(pool, organisation.id, encryptChats);
  return isNew
    ? `What people of ${organisation.name} write to each other is encrypted from now on.`
    : `What people of ${organisation.name} write to each other is encrypted already.`;
}
