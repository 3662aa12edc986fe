import type { Pool } from 'pg';
import { type CleanUp, deleteInBatches } from '#server/db/cleanUp.ts';
import { sql } from '#server/db/drizzle.ts';
import { asMaintenance } from '#server/db/withTenant.ts';

const RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Deletes deliveries after 30 days. */
export const webhookCleanUp = (pool: Pool, now: () => Date): CleanUp => ({
  what: 'deliveries of webhooks',
  deleteOld: (isStopped) =>
    deleteInBatches(
      (limit) =>
        asMaintenance(pool, (tx) =>
          tx.execute(sql`
            delete from webhook_deliveries where (tenant_id, id) in (
              select tenant_id, id from webhook_deliveries
              where created_at < ${new Date(now().getTime() - RETENTION_MS).toISOString()}::timestamptz limit ${limit})`),
        ),
      { isStopped },
    ),
});
