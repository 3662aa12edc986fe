import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { notificationChannel } from '#contract/messaging/channels.ts';
import type { CleanUp } from '#server/db/cleanUp.ts';
import { MessagingRejected, type Realtime } from '#server/realtime/index.ts';
import { repeat } from '#server/repeat.ts';
import { contextOf } from '#server/tracing/requestContext.ts';
import { inStoredContext, type Tracing } from '#server/tracing/spans.ts';
import { createPendingNotifications, type PendingNotification } from './pendingNotifications.ts';

const BATCH = 50;
/** Finds entries of other processes and of crashed processes. */
const POLL_MS = 5_000;
const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
/** Twice the timeout of a call to the messaging service. */
const MAX_PUBLISH_MS = 10_000;

export interface Outbox {
  /** Dispatches new entries now. */
  wake(): void;
  countPending(): Promise<number>;
  cleanUp: CleanUp;
  /** Stops after the notifications in progress are sent. */
  stop(): Promise<void>;
}

/** Waits 1, 2, 4 … 60 seconds between attempts while the messaging service is not available. */
export const retryDelay = (attempts: number) =>
  Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** Math.max(0, attempts - 1));

/** Delivers each notification at least once, in order for each receiver (decision 0026). */
export function startOutbox({
  pool,
  realtime,
  now,
  log,
  tracing = null,
  pollMs = POLL_MS,
}: {
  pool: Pool;
  realtime: Realtime;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  tracing?: Tracing | null;
  pollMs?: number;
}): Outbox {
  const pending = createPendingNotifications(pool, now);
  let isStopped = false;

  /** Returns null, or the delay after which this notification and the later ones can be sent. */
  async function deliver({ id, tenantId, receiverId, body, attempts }: PendingNotification) {
    try {
      await realtime.publish(notificationChannel(tenantId, receiverId), body, { id });
    } catch (error) {
      if (error instanceof MessagingRejected) {
        log.error({ outboxId: id, reason: error.message }, 'notification rejected');
        await pending.markRefused(id, error.message);
        return null;
      }
      const delayMs = retryDelay(attempts);
      log.warn({ outboxId: id, reason: String(error), delayMs }, 'notification delayed');
      return delayMs;
    }
    log.info({ outboxId: id, type: body.notificationType }, 'notification sent');
    await pending.markSent(id);
    return null;
  }

  async function deliverTo(notifications: PendingNotification[]): Promise<unknown> {
    for (const [index, notification] of notifications.entries()) {
      const { leasedUntil } = notification;
      const remaining = notifications.slice(index).map((one) => one.id);
      // Another process takes over when the lease ends. Releasing the lease earlier keeps the order.
      const hasTime = leasedUntil !== null && leasedUntil.getTime() - now().getTime() > MAX_PUBLISH_MS;
      if (isStopped || !hasTime) return pending.releaseLease(remaining, 0);
      const delayMs = await inStoredContext(contextOf(notification), tracing, 'notification', () =>
        deliver(notification),
      );
      if (delayMs !== null) return pending.releaseLease(remaining, delayMs);
    }
  }

  async function deliverAll() {
    while (!isStopped) {
      const batch = await pending.lease(BATCH);
      if (batch.length === 0) return;
      const receivers = Map.groupBy(batch, ({ tenantId, receiverId }) => `${tenantId}/${receiverId}`);
      await Promise.all([...receivers.values()].map(deliverTo));
    }
  }

  // The first run delivers the entries that an earlier process left.
  const task = repeat(async () => {
    try {
      await deliverAll();
    } catch (error) {
      log.error({ err: error }, 'outbox could not be read');
    }
  }, pollMs);
  return {
    wake: () => task.runSoon(),
    countPending: () => pending.count(),
    cleanUp: { what: 'notifications', deleteOld: (hasToStop) => pending.deleteOld(hasToStop) },
    async stop() {
      isStopped = true;
      await task.stop();
    },
  };
}
