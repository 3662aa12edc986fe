import type { PoolClient } from 'pg';
import { inSpan } from '#server/tracing/spans.ts';

const ATTRIBUTES = { 'db.system.name': 'postgresql' };
const STATEMENT = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update)\s+"?([a-z_][a-z0-9_]*)/i;

/** The kind of statement and its first table, such as `select users`: never a value. */
function nameOf(query: unknown): string {
  const text = typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '');
  const kind = STATEMENT.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = TABLE.exec(text)?.[1];
  return table ? `${kind} ${table}` : kind;
}

/**
 * A client for one transaction; after `release` it rejects every query. Without this, a query that is still pending when
 * a parallel one fails could run in the next transaction on the same connection.
 */
export function acquireClient(client: PoolClient): { client: PoolClient; release(): void } {
  let isReleased = false;
  const query = (...args: unknown[]) =>
    isReleased
      ? Promise.reject(new Error('The transaction has ended'))
      : inSpan(nameOf(args[0]), 'client', ATTRIBUTES, () =>
          (client.query as (...all: unknown[]) => Promise<unknown>).apply(client, args),
        );
  return {
    client: Object.create(client, { query: { value: query } }) as PoolClient,
    release() {
      isReleased = true;
    },
  };
}
