import type { Pool } from 'pg';
import { and, eq } from '#server/db/drizzle.ts';
import { tenantDomains, tenants } from '#server/db/schema/tenants.ts';
import { asAuth } from '#server/db/withTenant.ts';

/** The organisation of an email address, by its domain alone, so that the answer does not depend on an account. */
export async function findOrganisationByEmail(pool: Pool, email: string) {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const [organisation] = await asAuth(pool, (tx) =>
    tx
      .select({
        tenantId: tenants.id,
        userPoolId: tenants.userPoolId,
        clientId: tenants.clientId,
        tenantName: tenants.name,
      })
      .from(tenantDomains)
      .innerJoin(tenants, eq(tenants.id, tenantDomains.tenantId))
      .where(eq(tenantDomains.domain, domain)),
  );
  return organisation ?? null;
}

export async function findOrganisationByPool(pool: Pool, userPoolId: string, clientId: string) {
  const [organisation] = await asAuth(pool, (tx) =>
    tx
      .select({ tenantId: tenants.id, status: tenants.status })
      .from(tenants)
      .where(and(eq(tenants.userPoolId, userPoolId), eq(tenants.clientId, clientId))),
  );
  return organisation ?? null;
}
