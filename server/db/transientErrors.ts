/** Serialization failure, deadlock, lock not available, statement timeout. */
const TRANSIENT = new Set(['40001', '40P01', '55P03', '57014']);

/** PostgreSQL ended the transaction because of other transactions or too much load, and undid all of it. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', cause } = error as NodeJS.ErrnoException;
  return TRANSIENT.has(code) || isTransient(cause);
}

/**
 * Runs a transaction, and once more after a transient error. This is safe for every transaction, because the first attempt
 * changed nothing and its work uses the transaction only.
 */
export async function retryOnce<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!isTransient(error)) throw error;
    return transaction();
  }
}
