import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

/** What a call asks of the database, and the connections over which it does. */
export interface Recorded {
  statements: Statement[];
  pool: pg.Pool;
}

type Query = (...args: unknown[]) => unknown;
type Connect = (...args: unknown[]) => unknown;
interface Asked {
  text?: string;
  values?: unknown[];
}

/**
 * The questions that one call asks of the database, taken down where the driver takes them, in one transaction of its
 * tenant: less than that row level security does not allow. Replayed on the same driver, one round trip each, they are the
 * bare query beside which the call is measured; how many transactions the call itself makes of them is its own affair. What the server does by itself meanwhile goes under other
 * roles; it may still come in between, so the call is asked until two answers in a row took the same.
 */
export async function recordedOf(call: () => Promise<unknown>): Promise<Recorded> {
  let last = await record(call);
  for (;;) {
    const next = await record(call);
    if (textsOf(next) === textsOf(last)) return next;
    last = next;
  }
}

const textsOf = ({ statements }: Recorded) => statements.map(({ text }) => text).join(';\n');

async function record(call: () => Promise<unknown>): Promise<Recorded> {
  const taken: (Statement & { client: unknown })[] = [];
  const pools = new Map<unknown, pg.Pool>();
  const client = pg.Client.prototype as unknown as { query: Query };
  const pool = pg.Pool.prototype as unknown as { connect: Connect };
  const [query, connect] = [client.query, pool.connect];
  pool.connect = async function connecting(this: pg.Pool, ...args: unknown[]) {
    const connected = await connect.apply(this, args);
    pools.set(connected, this);
    return connected;
  };
  client.query = function querying(this: unknown, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values } =
      typeof first === 'string' ? { text: first, values: undefined } : (first as Asked);
    const given = Array.isArray(second) ? second : values;
    if (text) taken.push({ client: this, text, values: given ?? [] });
    return query.apply(this, args);
  };
  try {
    await call();
  } finally {
    client.query = query;
    pool.connect = connect;
  }
  const inRequest = new Set<unknown>();
  let used: pg.Pool | undefined;
  let beginning: Statement | undefined;
  const questions: Statement[] = [];
  for (const { client: by, text, values } of taken) {
    if (/^begin/i.test(text)) {
      if (text.includes('trellis_app')) {
        inRequest.add(by);
        beginning = { text, values };
        used = pools.get(by);
      } else inRequest.delete(by);
    } else if (/^(commit|rollback)/i.test(text)) inRequest.delete(by);
    else if (inRequest.has(by)) questions.push({ text, values });
  }
  if (!used || !beginning) throw new Error('the call has asked nothing of the database');
  return { statements: [beginning, ...questions, { text: 'commit', values: [] }], pool: used };
}

/** Sends the same statements again, one after the other, on one connection of the same pool. */
export async function replay({ statements, pool }: Recorded) {
  const client = await pool.connect();
  try {
    for (const { text, values } of statements)
      await (values.length > 0 ? client.query(text, values) : client.query(text));
  } finally {
    client.release();
  }
}
