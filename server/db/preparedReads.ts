import type { Duplex } from 'node:stream';
import pg, { type Pool } from 'pg';
import { inSpan } from '#server/tracing/spans.ts';
import { retryOnce } from './transientErrors.ts';
import { requireTenantId } from './withTenant.ts';

/** A read with its values. Each row is one JSON value. */
export interface Read<Row> {
  name: string;
  text: string;
  values: readonly Value[];
  parse(json: string): Row;
}
type Value = string | number | boolean | null;

const names = new Set<string>();

/**
 * Defines a statement that each connection prepares once, under its name. It selects one JSON value per row, so that its
 * result can be nested: rows that belong together arrive together. See docs/decisions/0045-prepared-reads.md.
 */
export function prepareRead<Row, Values extends readonly Value[]>(name: string, text: string) {
  if (names.has(name)) throw new Error(`Two prepared statements are named ${name}`);
  names.add(name);
  const parse = (json: string) => JSON.parse(json) as Row;
  return (...values: Values): Read<Row> => ({ name, text, values, parse });
}

type RowsOf<Reads extends readonly Read<unknown>[]> = {
  [Index in keyof Reads]: Reads[Index] extends Read<infer Row> ? Row[] : never;
};

/**
 * Runs prepared reads of one tenant in one round trip and one read-only transaction. The first statement of the
 * transaction sets the tenant. If it fails, PostgreSQL skips all others.
 */
export async function readPrepared<const Reads extends readonly Read<unknown>[]>(
  pool: Pool,
  tenantId: number,
  reads: Reads,
): Promise<RowsOf<Reads>> {
  requireTenantId(tenantId);
  const all = [tenantSettings(tenantId), ...reads];
  const name = `read ${reads.map((read) => read.name).join(', ')}`;
  const [, ...results] = await inSpan(name, 'client', { 'db.system.name': 'postgresql' }, () =>
    retryOnce(() => send(pool, all)),
  );
  return results.map((rows, index) => rows.map((json) => reads[index]?.parse(json))) as RowsOf<Reads>;
}

async function send(pool: Pool, reads: readonly Read<unknown>[]): Promise<string[][]> {
  const client = await pool.connect();
  try {
    return await new Promise((resolve, reject) => {
      client.query(new PreparedReads(reads, resolve, reject));
    });
  } finally {
    client.release();
  }
}

/** Planned without the values, so that the first plan of a statement fits all tenants and no later call plans again. */
const tenantSettings = prepareRead<never, [tenantId: number]>(
  'tenant_settings',
  `select set_config('role', 'trellis_app', true), set_config('app.tenant_id', $1, true),
    set_config('transaction_read_only', 'on', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
);

/** The part of pg's connection that sends protocol messages. */
interface Connection {
  stream: Duplex;
  parse(statement: { name: string; text: string; types: number[] }): void;
  bind(values: { statement: string; values: (string | null)[] }): void;
  execute(portal: object): void;
  close(target: { type: 'S'; name: string }): void;
  sync(): void;
}

/** The statements that each connection has prepared. */
const prepared = new WeakMap<Connection, Set<string>>();

/**
 * Several statements with a single Sync message: PostgreSQL runs them as one transaction and skips the rest after an
 * error. pg sends a Sync after each query, so this class replaces pg's query class.
 */
class PreparedReads extends pg.Query {
  /** The tenant settings and the reads, as a bench records them. */
  readonly reads: readonly Read<unknown>[];
  readonly #resolve: (results: string[][]) => void;
  readonly #reject: (error: Error) => void;
  readonly #results: string[][] = [];
  #rows: string[] = [];

  constructor(
    reads: readonly Read<unknown>[],
    resolve: (results: string[][]) => void,
    reject: (error: Error) => void,
  ) {
    super('');
    this.reads = reads;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  override submit = (target: unknown) => {
    const connection = target as Connection;
    const names = prepared.get(connection) ?? new Set();
    prepared.set(connection, names);
    connection.stream.cork();
    for (const { name, text, values } of this.reads) {
      if (!names.has(name)) {
        connection.close({ type: 'S', name }); // the values are from an attempt that failed
        connection.parse({ name, text, types: [] });
        names.add(name);
      }
      const texts = values.map((value) => (value === null ? null : String(value)));
      connection.bind({ statement: name, values: texts });
      connection.execute({});
    }
    connection.sync();
    connection.stream.uncork();
  };

  handleDataRow({ fields: [json] }: { fields: string[] }) {
    if (json !== undefined) this.#rows.push(json);
  }

  handleCommandComplete() {
    this.#results.push(this.#rows);
    this.#rows = [];
  }

  handleReadyForQuery() {
    this.#resolve(this.#results);
  }

  handleError(error: Error, connection: Connection) {
    // The statements after the error were not prepared.
    for (const { name } of this.reads) prepared.get(connection)?.delete(name);
    this.#reject(error);
  }
}
