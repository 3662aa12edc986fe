/** Database port of the service. A pool of the `pg` driver implements it; no driver is imported here. */
export interface Queryable {
  query(text: string | NamedStatement, values?: unknown[]): Promise<Result>;
}
interface Result {
  rows: Record<string, unknown>[];
  rowCount: number | null;
}
/** A prepared statement. */
export interface NamedStatement {
  name: string;
  text: string;
  values: unknown[];
}
export interface Database extends Queryable {
  connect(): Promise<DatabaseConnection>;
}
export interface DatabaseConnection extends Queryable {
  release(error?: Error | boolean): void;
  /** Reports the end of the connection, and the notifications of channels that it listens to. */
  on?(
    event: 'end' | 'error' | 'notification',
    listener: (notification?: { payload?: string | undefined }) => void,
  ): unknown;
}

/** Returns the rows of a query. 64-bit integers are strings. */
export async function select<Row>(database: Queryable, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.query(text, values)).rows as Row[];
}

/**
 * PostgreSQL's codes for a statement that was undone because of other transactions or too much load (serialization
 * failure, deadlock, lock not available, statement timeout), and for a lost connection. A retry may succeed.
 */
const TEMPORARY = /^(40001|40P01|55P03|57014|57P0.|08...)$/;

export const isTemporary = (error: unknown): error is Error =>
  error instanceof Error && TEMPORARY.test((error as NodeJS.ErrnoException).code ?? '');

const BATCH_ROWS = 2_000;

/**
 * Repeats a statement that deletes at most `$2` rows until none are left, so that no statement holds its locks for long.
 */
export async function deleteInBatches(database: Queryable, text: string, limit: unknown): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query(text, [limit, BATCH_ROWS]);
    if ((rowCount ?? 0) < BATCH_ROWS) return;
  }
}

/** Runs `work` in a transaction. `work` must use only `tx`, because the embedded database has a single connection. */
export async function transact<Result>(
  database: Database,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // If the rollback fails, the connection is removed from the pool.
    await client.query('rollback').catch((cause: unknown) => {
      failure = cause instanceof Error ? cause : new Error(String(cause));
    });
    throw error;
  } finally {
    client.release(failure);
  }
}
