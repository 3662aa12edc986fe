import { setTimeout as pause } from 'node:timers/promises';

/** Serialization failure, deadlock, lock not available, statement timeout. */
const TRANSIENT = new Set(['40001', '40P01', '55P03', '57014']);

/** PostgreSQL rolled the whole transaction back because of other transactions or too much load. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', cause } = error as NodeJS.ErrnoException;
  return TRANSIENT.has(code) || isTransient(cause);
}

/** Without a pause, the second attempt can take the locks again for which the other transaction of a deadlock waits. */
const PAUSE_MS = 50;

/**
 * Runs a transaction, and once more after a transient error. This is safe: the failed attempt was rolled back, and
 * `work` affects nothing outside the transaction.
 */
export async function retryOnce<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!isTransient(error)) throw error;
    await pause(PAUSE_MS);
    return transaction();
  }
}
