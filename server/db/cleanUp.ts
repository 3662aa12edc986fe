const BATCH_ROWS = 2_000;

/**
 * Old rows that are no longer needed. `what` is their name in the log. The job `clean-up` deletes them (decision 0052).
 */
export interface CleanUp {
  what: string;
  deleteOld: (isStopped: () => boolean) => Promise<void>;
}

/**
 * Repeats `deleteBatch` until no rows are left. Each call deletes at most `limit` rows in its own transaction. So no
 * statement reaches the timeout or holds locks for long, however many old rows exist.
 */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<{ rowCount: number | null }>,
  { limit = BATCH_ROWS, isStopped = () => false }: { limit?: number; isStopped?: () => boolean } = {},
): Promise<void> {
  let hasMore = true;
  while (hasMore && !isStopped()) hasMore = (await deleteBatch(limit)).rowCount === limit;
}
