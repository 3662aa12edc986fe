import type { Pool, PoolClient } from 'pg';
import { acquireClient } from './acquireClient.ts';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { retryOnce } from './transientErrors.ts';

/**
 * Every access to the database uses one of these functions, each with its own role. A request works as `trellis_app`
 * with its tenant set, so that row level security hides all other tenants. See docs/decisions/0025-tenant-isolation.md.
 * `work` may run twice (decision 0034), so it must use only the transaction and have no other effects.
 */
export interface TenantTransaction extends NodePgDatabase {
  readonly tenantId: number;
}

/** Reads and writes of one tenant in one transaction. */
export const withTenant = <T>(pool: Pool, tenantId: number, work: (tx: TenantTransaction) => Promise<T>) =>
  inTransaction(pool, asTenant(tenantId), (tx) => work(Object.assign(tx, { tenantId })));

class RolledBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('Rolled back');
    this.result = result;
  }
}

/**
 * Returns the result of `work` and rolls its writes back. Previews use it, so that they cannot differ from the change.
 */
export async function tryWithTenant<T>(
  pool: Pool,
  tenantId: number,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await withTenant(pool, tenantId, async (tx): Promise<T> => {
      throw new RolledBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

/**
 * A read-only transaction of one tenant. It saves 2 round trips: `begin` is sent together with the first query, and
 * `commit` is not awaited. The result is returned only after `begin`, which sets role and tenant, has succeeded.
 */
export const readTenant = <T>(pool: Pool, tenantId: number, work: (tx: TenantTransaction) => Promise<T>) =>
  retryOnce(() => inReadOnlyTransaction(pool, tenantId, work));

async function inReadOnlyTransaction<T>(
  pool: Pool,
  tenantId: number,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  const begin = `begin read only; ${asTenant(tenantId)}`;
  const client = await pool.connect();
  const begun = client.query(begin);
  begun.catch(() => {}); // awaited below
  const acquired = acquireClient(client);
  try {
    const result = await work(Object.assign(drizzle({ client: acquired.client }), { tenantId }));
    await begun;
    return result;
  } catch (error) {
    await begun;
    throw error;
  } finally {
    acquired.release();
    client.query('commit').catch(() => {}); // runs before the next query on this connection
    client.release();
  }
}

/** Lookups before a tenant is known: organisations by domain or user pool, profile pictures by id, failed sign-ins. */
export const asAuth = <T>(pool: Pool, work: (tx: NodePgDatabase) => Promise<T>) =>
  inTransaction(pool, 'set local role trellis_auth', work);

/** Pending notifications and mails of all tenants. */
export const asOutbox = <T>(pool: Pool, work: (tx: NodePgDatabase) => Promise<T>) =>
  inTransaction(pool, 'set local role trellis_outbox', work);

/** Expired sessions, tokens and confirmations of all tenants. */
export const asMaintenance = <T>(pool: Pool, work: (tx: NodePgDatabase) => Promise<T>) =>
  inTransaction(pool, 'set local role trellis_maintenance', work);

/** Creates the data of a new tenant. Row level security applies here too, unless the login is a superuser. */
export const asOwner = <T>(pool: Pool, tenantId: number, work: (tx: TenantTransaction) => Promise<T>) =>
  inTransaction(pool, tenantSetting(tenantId), (tx) => work(Object.assign(tx, { tenantId })));

/** Makes the rest of the owner's transaction work like a request, so that row level security applies to every login. */
export const actAsTenant = (tx: TenantTransaction) => tx.execute('set local role trellis_app');

const asTenant = (tenantId: number) => `set local role trellis_app; ${tenantSetting(tenantId)}`;

function tenantSetting(tenantId: number): string {
  requireTenantId(tenantId); // the value becomes part of the SQL text
  return `select set_config('app.tenant_id', '${tenantId}', true)`;
}

export function requireTenantId(tenantId: number) {
  if (!Number.isSafeInteger(tenantId) || tenantId < 1) throw new Error(`Invalid tenant id: ${tenantId}`);
}

const inTransaction = <T>(pool: Pool, settings: string, work: (tx: NodePgDatabase) => Promise<T>) =>
  retryOnce(() => tryTransaction(pool, settings, work));

async function tryTransaction<T>(
  pool: Pool,
  settings: string,
  work: (tx: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const client: PoolClient = await pool.connect();
  const acquired = acquireClient(client);
  let failure: Error | undefined;
  try {
    await client.query(`begin; ${settings}`); // one round trip
    const result = await work(drizzle({ client: acquired.client }));
    acquired.release();
    await client.query('commit');
    return result;
  } catch (error) {
    acquired.release();
    try {
      await client.query('rollback');
    } catch (lost) {
      failure = lost as Error; // the connection is lost, so it is removed from the pool
    }
    throw error;
  } finally {
    client.release(failure);
  }
}
