import type { Pool, PoolClient } from 'pg';
import type { Db } from 'pg-boss';
import type { NodePgDatabase } from '#server/db/drizzle.ts';
import { onNotification } from '#server/db/onNotification.ts';

/**
 * The database as pg-boss uses it: the server's pool, embedded or not. It has the rights of the login, because no role
 * of requests may use its schema.
 */
export const jobsDatabase = (pool: Pool): Db => ({
  async executeSql(text, values) {
    const client = await pool.connect();
    let lost: Error | undefined;
    try {
      return await client.query(text, values);
    } catch (error) {
      // Some statements are whole transactions; a failed one must not stay open on the connection.
      await client.query('rollback').catch((failure: Error) => {
        lost = failure;
      });
      throw error;
    } finally {
      client.release(lost);
    }
  },
  async listen(channel, onPayload, onReconnect) {
    const stop = onNotification(pool, channel, onPayload);
    onReconnect();
    return { close: async () => stop() };
  },
});

/** The role of a transaction while a job is written into it. */
const LEAVE_ROLE =
  "select set_config('app.role', current_setting('role'), true), set_config('role', 'none', true)";
const RETURN_TO_ROLE = "select set_config('role', current_setting('app.role'), true)";

/**
 * Writes jobs into one of our transactions. The 3 statements are sent together, so that no other query runs between
 * them.
 */
export const insideTransaction = (tx: NodePgDatabase): Db => ({
  async executeSql(text, values) {
    const { $client } = tx as NodePgDatabase & { $client: PoolClient };
    const [, inserted] = await Promise.all([
      $client.query(LEAVE_ROLE),
      $client.query(text, values),
      $client.query(RETURN_TO_ROLE),
    ]);
    return inserted;
  },
});
