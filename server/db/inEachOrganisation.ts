import type { Pool } from 'pg';
import { tenants } from '#server/db/schema/tenants.ts';
import { asc } from './drizzle.ts';
import { asAuth, type TenantTransaction, withTenant } from './withTenant.ts';

/** For jobs of the server: runs `work` for one organisation after another, each in its own transaction. */
export async function inEachOrganisation(
  pool: Pool,
  signal: AbortSignal,
  work: (tx: TenantTransaction) => Promise<unknown>,
) {
  const organisations = await asAuth(pool, (tx) =>
    tx.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id)),
  );
  for (const { id } of organisations) {
    signal.throwIfAborted();
    await withTenant(pool, id, work);
  }
}
