import type { Pool, PoolClient } from 'pg';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { lend } from './lend.ts';

/**
 * The five ways into the database. A request works as `trellis_app` with its tenant set, so that row level security
 * leaves nothing else to see or write; what must be asked before a tenant is known goes through the narrow door; the
 * outbox is read by its courier, what has ended is cleared away by the keeper; only seeding and migrations work as the owner.
 */
export interface TenantTransaction extends NodePgDatabase {
  readonly tenantId: number;
}

/** All that a request does to the data of one tenant, in one transaction. */
export const withTenant = <T>(pool: Pool, tenantId: number, work: (tx: TenantTransaction) => Promise<T>) =>
  inTransaction(pool, asTenant(tenantId), (tx) => work(Object.assign(tx, { tenantId })));

/**
 * All that a request reads of one tenant. The first question goes out together with the beginning, and nobody waits for
 * the end: what only reads has nothing to lose. The database refuses every change here, and nothing that was read is
 * given out before the beginning, hence role and tenant, is known to have succeeded.
 */
export async function readTenant<T>(
  pool: Pool,
  tenantId: number,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  const beginning = `begin read only; ${asTenant(tenantId)}`;
  const client = await pool.connect();
  const begun = client.query(beginning);
  begun.catch(() => {}); // heard below, after whatever failed because of it
  const lent = lend(client);
  try {
    const result = await work(Object.assign(drizzle({ client: lent.client }), { tenantId }));
    await begun;
    return result;
  } catch (error) {
    await begun;
    throw error;
  } finally {
    lent.takeBack();
    client.query('commit').catch(() => {}); // whoever comes next is answered after it; a lost connection leaves the pool
    client.release();
  }
}

/** Before a tenant is known: organisations by their address or pool, pictures by their id, failed sign-ins. */
export const atTheDoor = <T>(pool: Pool, work: (tx: NodePgDatabase) => Promise<T>) =>
  inTransaction(pool, 'set local role trellis_door', work);

/** The waiting notifications of every tenant. */
export const asCourier = <T>(pool: Pool, work: (tx: NodePgDatabase) => Promise<T>) =>
  inTransaction(pool, 'set local role trellis_courier', work);

/** What has ended, in every tenant. */
export const asKeeper = <T>(pool: Pool, work: (tx: NodePgDatabase) => Promise<T>) =>
  inTransaction(pool, 'set local role trellis_keeper', work);

/** Fills a tenant from nothing. Row level security holds here too, unless the login is a superuser. */
export const asOwner = <T>(pool: Pool, tenantId: number, work: (tx: TenantTransaction) => Promise<T>) =>
  inTransaction(pool, tenantSetting(tenantId), (tx) => work(Object.assign(tx, { tenantId })));

const asTenant = (tenantId: number) => `set local role trellis_app; ${tenantSetting(tenantId)}`;

function tenantSetting(tenantId: number): string {
  // It goes into the text of the statement, so it has to be a number and nothing else.
  if (!Number.isSafeInteger(tenantId) || tenantId < 1) throw new Error(`No tenant has the id ${tenantId}`);
  return `select set_config('app.tenant_id', '${tenantId}', true)`;
}

async function inTransaction<T>(
  pool: Pool,
  settings: string,
  work: (tx: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const client: PoolClient = await pool.connect();
  const lent = lend(client);
  let failure: Error | undefined;
  try {
    await client.query(`begin; ${settings}`); // one round trip
    const result = await work(drizzle({ client: lent.client }));
    lent.takeBack();
    await client.query('commit');
    return result;
  } catch (error) {
    lent.takeBack();
    try {
      await client.query('rollback');
    } catch (lost) {
      failure = lost as Error; // the connection is gone: the pool must not give it to the next
    }
    throw error;
  } finally {
    client.release(failure);
  }
}
