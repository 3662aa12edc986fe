import type { Pool } from 'pg';
import { tenantDomains, tenants } from '#server/db/schema/tenants.ts';
import { and, eq, inArray } from './drizzle.ts';
import { asAuth } from './withTenant.ts';

/** The database is not safe for this deployment. The message says how to fix it. */
export class UnsafeDatabase extends Error {
  override name = 'UnsafeDatabase';
}

/** Why the login can read every organisation, or null if it cannot. */
export async function findUnsafeLogin(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ name: string; rolsuper: boolean; rolbypassrls: boolean }>(
    'select current_user as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  );
  const [login] = rows;
  if (!login?.rolsuper && !login?.rolbypassrls) return null;
  return `The database login '${login.name}' ${login.rolsuper ? 'is a superuser' : 'bypasses row level security'}`;
}

const DEMO_DOMAINS = ['demo.example', 'other.example'];

/** Demo organisations whose people can sign in. Their passwords are public. */
export async function requireNoDemo(pool: Pool, deployment: string) {
  const found = await asAuth(pool, (tx) =>
    tx
      .select({ domain: tenantDomains.domain })
      .from(tenantDomains)
      .innerJoin(tenants, eq(tenants.id, tenantDomains.tenantId))
      .where(and(inArray(tenantDomains.domain, DEMO_DOMAINS), eq(tenants.status, 'active'))),
  );
  if (found.length > 0)
    throw new UnsafeDatabase(
      `The database contains the demo accounts of ${found.map(({ domain }) => domain).join(' and ')}, whose passwords are public. Use another database in the deployment '${deployment}', or suspend these organisations.`,
    );
}
