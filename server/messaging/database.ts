/** What the service needs of a database. A pool of the `pg` driver fulfils it; no driver is imported here. */
export interface Queryable {
  query(text: string | NamedStatement, values?: unknown[]): Promise<Result>;
}
interface Result {
  rows: Record<string, unknown>[];
  rowCount: number | null;
}
/** A statement that is asked so often that a connection keeps it ready under its name. */
export interface NamedStatement {
  name: string;
  text: string;
  values: unknown[];
}
export interface Database extends Queryable {
  connect(): Promise<Queryable & { release(error?: Error | boolean): void }>;
}

/** The rows of a query, with the type that its select list promises. Numbers of 64 bits come as text. */
export async function select<Row>(database: Queryable, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.query(text, values)).rows as Row[];
}

/**
 * All of the work or none of it. The embedded database has one connection, so that the work may ask nothing but `tx`.
 */
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
    // A rollback that fails means that the connection is of no use to the next one.
    await client.query('rollback').catch((cause: unknown) => {
      failure = cause instanceof Error ? cause : new Error(String(cause));
    });
    throw error;
  } finally {
    client.release(failure);
  }
}
