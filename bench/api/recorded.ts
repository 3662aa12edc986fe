import pg from 'pg';

export interface Statement {
  /** Name of a prepared statement. */
  name?: string | undefined;
  text: string;
  values: unknown[];
}

/** The SQL statements of a call, and the pool that sends them. */
export interface Recorded {
  statements: Statement[];
  pool: pg.Pool;
}

type Query = (...args: unknown[]) => unknown;
type Connect = (...args: unknown[]) => unknown;
interface QueryConfig {
  text?: string;
  values?: unknown[];
  /** Statements that are sent together (server/db/preparedReads.ts): the tenant's settings first. */
  reads?: readonly (Statement & { values: readonly unknown[] })[];
}

/**
 * Records the SQL statements of a call in the `pg` driver. The reference replays them one by one in a single tenant
 * transaction, because row level security needs the tenant. The call itself may use several transactions. Background work
 * of the server can add statements, so the call is repeated until two recordings in a row are equal.
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
  const recorded: (Statement & { client: unknown })[] = [];
  const pools = new Map<unknown, pg.Pool>();
  const client = pg.Client.prototype as unknown as { query: Query };
  const pool = pg.Pool.prototype as unknown as { connect: Connect };
  const [query, connect] = [client.query, pool.connect];
  pool.connect = async function recordConnection(this: pg.Pool, ...args: unknown[]) {
    const connected = await connect.apply(this, args);
    pools.set(connected, this);
    return connected;
  };
  client.query = function recordQuery(this: unknown, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values, reads }: QueryConfig =
      typeof first === 'string' ? { text: first } : (first as QueryConfig);
    if (reads) {
      recorded.push({ client: this, text: 'begin read only; set local role trellis_app', values: [] });
      for (const read of reads)
        recorded.push({ client: this, name: read.name, text: read.text, values: [...read.values] });
      recorded.push({ client: this, text: 'commit', values: [] });
    }
    const parameters = Array.isArray(second) ? second : values;
    if (text) recorded.push({ client: this, text, values: parameters ?? [] });
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
  let begin: Statement | undefined;
  const queries: Statement[] = [];
  for (const { client: sender, ...statement } of recorded) {
    const { text, values } = statement;
    if (/^begin/i.test(text)) {
      if (text.includes('trellis_app')) {
        inRequest.add(sender);
        begin = { text, values };
        used = pools.get(sender);
      } else inRequest.delete(sender);
    } else if (/^(commit|rollback)/i.test(text)) inRequest.delete(sender);
    else if (inRequest.has(sender)) queries.push(statement);
  }
  if (!used || !begin) throw new Error('The call sent no statements to the database');
  return { statements: [begin, ...queries, { text: 'commit', values: [] }], pool: used };
}

/**
 * Sends the recorded statements one after another on one connection of the same pool. The server has prepared its own
 * statements under these names, and pg does not know about them.
 */
export async function replay({ statements, pool }: Recorded) {
  const client = await pool.connect();
  try {
    for (const { name, text, values } of statements)
      await (name || values.length > 0
        ? client.query({ text, values, ...(name && { name: `replay_${name}` }) })
        : client.query(text));
  } finally {
    client.release();
  }
}
