import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

type Query = (...args: unknown[]) => unknown;
interface Asked {
  text?: string;
  values?: unknown[];
}

/**
 * The statements that one call sends to the database, taken down where the driver takes them. Replayed on the same driver
 * they are the bare query beside which the call is measured.
 */
export async function statementsOf(call: () => Promise<unknown>): Promise<Statement[]> {
  const taken: Statement[] = [];
  const client = pg.Client.prototype as unknown as { query: Query };
  const original = client.query;
  client.query = function query(this: unknown, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values } =
      typeof first === 'string' ? { text: first, values: undefined } : (first as Asked);
    const given = Array.isArray(second) ? second : values;
    if (text) taken.push({ text, values: given ?? [] });
    return original.apply(this, args);
  };
  try {
    await call();
  } finally {
    client.query = original;
  }
  // What the server does by itself meanwhile belongs to no call.
  const foreign = /notifications_outbox as|trellis_(courier|keeper)/;
  const ours: Statement[] = [];
  let isForeign = false;
  for (const statement of taken) {
    if (/^begin/i.test(statement.text)) isForeign = foreign.test(statement.text);
    if (!isForeign) ours.push(statement);
    if (/^(commit|rollback)/i.test(statement.text)) isForeign = false;
  }
  return ours;
}

/** Sends the same statements again, on one connection of a pool, as the call did. */
export async function replay(pool: pg.Pool, statements: Statement[]) {
  const client = await pool.connect();
  try {
    for (const { text, values } of statements)
      await (values.length > 0 ? client.query(text, values) : client.query(text));
  } finally {
    client.release();
  }
}
