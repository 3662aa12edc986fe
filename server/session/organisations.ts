import type { Pool } from 'pg';
import { and, eq } from '../db/drizzle.ts';
import { tenantDomains, tenants } from '../db/schema/tenants.ts';
import { atTheDoor } from '../db/withTenant.ts';

/** The organisation that an address belongs to, by its domain alone: no account is looked at. */
export async function findOrganisationByEmail(pool: Pool, email: string) {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const [organisation] = await atTheDoor(pool, (tx) =>
    tx
      .select({ userPoolId: tenants.userPoolId, clientId: tenants.clientId, tenantName: tenants.name })
      .from(tenantDomains)
      .innerJoin(tenants, eq(tenants.id, tenantDomains.tenantId))
      .where(eq(tenantDomains.domain, domain)),
  );
  return organisation ?? null;
}

export async function findOrganisationByPool(pool: Pool, userPoolId: string, clientId: string) {
  const [organisation] = await atTheDoor(pool, (tx) =>
    tx
      .select({ tenantId: tenants.id, status: tenants.status })
      .from(tenants)
      .where(and(eq(tenants.userPoolId, userPoolId), eq(tenants.clientId, clientId))),
  );
  return organisation ?? null;
}
