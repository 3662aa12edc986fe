import type { PoolClient } from 'pg';

/**
 * A client for one transaction; after `release` it rejects every query. Without this, a query that is still pending when
 * a parallel one fails could run in the next transaction on the same connection.
 */
export function acquireClient(client: PoolClient): { client: PoolClient; release(): void } {
  let isReleased = false;
  const query = (...args: unknown[]) =>
    isReleased
      ? Promise.reject(new Error('The transaction has ended'))
      : (client.query as (...all: unknown[]) => unknown).apply(client, args);
  return {
    client: Object.create(client, { query: { value: query } }) as PoolClient,
    release() {
      isReleased = true;
    },
  };
}
