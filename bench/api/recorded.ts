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
 * they are the bare query beside which the call is measured. What the server does by itself meanwhile (the messaging
 * service, the outbox) goes over other connections or under other roles, and belongs to no call.
 */
export async function statementsOf(call: () => Promise<unknown>): Promise<Statement[]> {
  const taken: (Statement & { client: unknown })[] = [];
  const client = pg.Client.prototype as unknown as { query: Query };
  const original = client.query;
  client.query = function query(this: unknown, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values } =
      typeof first === 'string' ? { text: first, values: undefined } : (first as Asked);
    const given = Array.isArray(second) ? second : values;
    if (text) taken.push({ client: this, text, values: given ?? [] });
    return original.apply(this, args);
  };
  try {
    await call();
  } finally {
    client.query = original;
  }
  const inRequest = new Set<unknown>();
  return taken.flatMap(({ client: by, text, values }) => {
    if (/^begin/i.test(text)) {
      if (text.includes('trellis_app')) inRequest.add(by);
      else inRequest.delete(by);
    }
    const isOurs = inRequest.has(by);
    if (/^(commit|rollback)/i.test(text)) inRequest.delete(by);
    return isOurs ? [{ text, values }] : [];
  });
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
