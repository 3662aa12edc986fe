import type { Notification, Pool, PoolClient } from 'pg';
import { inRequestContext } from '#server/tracing/requestContext.ts';

/**
 * Calls `act` for each notification of a channel. Every connection of the pool listens, so that `act` runs before the
 * changing transaction has returned; several connections may report the same notification. Returns a function that
 * stops it.
 */
export function onNotification(pool: Pool, channel: string, act: (payload: string) => void): () => void {
  const listening = new WeakSet<PoolClient>();
  let isStopped = false;
  const listen = (client: PoolClient) => {
    if (listening.has(client)) return;
    listening.add(client);
    client.on('notification', (message: Notification) => {
      // The connection keeps the context of the request that has opened it.
      if (!isStopped && message.channel === channel) inRequestContext(null, () => act(message.payload ?? ''));
    });
    client.query(`listen "${channel}"`).catch(() => {}); // the connection is lost, and the next query fails as well
  };
  pool.on('acquire', listen);
  return () => {
    isStopped = true;
    pool.off('acquire', listen);
  };
}
