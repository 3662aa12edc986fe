import type { FastifyBaseLogger } from 'fastify';
import { type RepeatedTask, repeat } from '#server/repeat.ts';

const EVERY_MS = 60 * 60_000;
const BATCH_ROWS = 2_000;

/**
 * Deletes old rows now and every hour. It is a task of its own, so that nothing else waits when many rows are old.
 * `what` is used in the log.
 */
export const startCleanUp = (
  what: string,
  deleteOld: (isStopped: () => boolean) => Promise<void>,
  log: Pick<FastifyBaseLogger, 'error'>,
): RepeatedTask =>
  repeat(
    (isStopped) =>
      deleteOld(isStopped).catch((error: unknown) =>
        log.error({ err: error }, `old ${what} could not be deleted`),
      ),
    EVERY_MS,
  );

/**
 * Repeats `deleteBatch`, which deletes at most `limit` rows in a transaction of its own, until none are left. So no
 * statement reaches the timeout or holds its locks for long, however many rows are old.
 */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<{ rowCount: number | null }>,
  { limit = BATCH_ROWS, isStopped = () => false }: { limit?: number; isStopped?: () => boolean } = {},
): Promise<void> {
  let hasMore = true;
  while (hasMore && !isStopped()) hasMore = (await deleteBatch(limit)).rowCount === limit;
}
