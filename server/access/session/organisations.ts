import type { Pool } from 'pg';
import type { SignOnMode } from '#contract/access/signOn.ts';
import { and, eq, sql } from '#server/db/drizzle.ts';
import { organisationSettings as settings } from '#server/db/schema/settings.ts';
import { signOnSettings } from '#server/db/schema/signOn.ts';
import { tenantDomains, tenants } from '#server/db/schema/tenants.ts';
import { asAuth } from '#server/db/withTenant.ts';

/**
 * The organisation for an email address, found by its domain alone, so that the response does not reveal whether the
 * account exists.
 */
export async function findOrganisationByEmail(pool: Pool, email: string) {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const [organisation] = await asAuth(pool, (tx) =>
    tx
      .select({
        tenantId: tenants.id,
        userPoolId: tenants.userPoolId,
        clientId: tenants.clientId,
        tenantName: tenants.name,
        logoId: settings.logoId,
        accent: settings.accent,
        signInText: settings.signInText,
        signOn: sql<SignOnMode>`coalesce(${signOnSettings.mode}, 'off')`,
      })
      .from(tenantDomains)
      .innerJoin(tenants, eq(tenants.id, tenantDomains.tenantId))
      .leftJoin(settings, eq(settings.tenantId, tenants.id))
      .leftJoin(signOnSettings, eq(signOnSettings.tenantId, tenants.id))
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
