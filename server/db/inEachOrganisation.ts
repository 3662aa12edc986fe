import type { Pool } from 'pg';
import { tenants } from '#server/db/schema/tenants.ts';
import { asc } from './drizzle.ts';
import { asAuth, type TenantTransaction, withTenant } from './withTenant.ts';

/**
 * For jobs of the server: runs `work` for one organisation after another. After an error, the other organisations continue,
 * and the call fails at the end.
 */
export async function forEachOrganisation(
  pool: Pool,
  signal: AbortSignal,
  work: (tenantId: number) => Promise<unknown>,
) {
  const organisations = await asAuth(pool, (tx) =>
    tx.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id)),
  );
  const failed: { id: number; error: unknown }[] = [];
  for (const { id } of organisations) {
    signal.throwIfAborted();
    try {
      await work(id);
    } catch (error) {
      if (signal.aborted) throw error;
      failed.push({ id, error });
    }
  }
  if (failed.length > 0)
    throw new Error(`The work for the organisations ${failed.map(({ id }) => id).join(', ')} failed`, {
      cause: failed[0]?.error,
    });
}

/** The same, each organisation in its own transaction. */
export const inEachOrganisation = (
  pool: Pool,
  signal: AbortSignal,
  work: (tx: TenantTransaction) => Promise<unknown>,
) => forEachOrganisation(pool, signal, (tenantId) => withTenant(pool, tenantId, work));
