import { Pool, type PoolConfig } from 'pg';

/** The `pg` pool for both kinds of database. */
export function createPool(config: PoolConfig): Pool {
  // Parallel queries of a connection are sent without waiting for responses. The database responds in order.
  const pipelined = { ...config, pipeline: true };
  const pool = new Pool(pipelined);
  // Without these listeners, a lost connection would end the process. Its queries fail anyway, and the pool opens
  // another connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
