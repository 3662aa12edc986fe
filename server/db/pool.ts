import { Pool, type PoolConfig } from 'pg';

/** A `pg` pool as both kinds of database are asked through it. */
export function createPool(config: PoolConfig): Pool {
  // What is asked side by side goes out at once; the database answers in order.
  const pipelined = { ...config, pipeline: true };
  const pool = new Pool(pipelined);
  // A connection that is lost, idle or at work, is an event that would end the process if nobody listened. Whoever
  // queries on it hears of it anyway, and the pool opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
