import type { PoolClient } from 'pg';

/**
 * A connection for the time of one transaction. Of several questions asked side by side one may fail while another goes
 * on: what it asks later must not reach the transaction of whoever has the connection then.
 */
export function lend(client: PoolClient): { client: PoolClient; takeBack(): void } {
  let isOver = false;
  const query = (...args: unknown[]) =>
    isOver
      ? Promise.reject(new Error('The transaction is over'))
      : (client.query as (...all: unknown[]) => unknown).apply(client, args);
  return {
    client: Object.create(client, { query: { value: query } }) as PoolClient,
    takeBack() {
      isOver = true;
    },
  };
}
