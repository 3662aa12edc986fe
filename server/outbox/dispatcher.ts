import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { notificationChannel } from '#contract/channels.ts';
import { MessagingRefusal, type Realtime } from '../realtime/index.ts';
import { repeat } from '../repeat.ts';
import { createWaitingNotifications, type Waiting } from './waitingNotifications.ts';

const BATCH = 50;
/** Other processes write too, and a wake-up may be lost with its process. */
const POLL_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Twice what a call to the messaging service may take. */
const LONGEST_PUBLISH_MS = 10_000;

export interface Outbox {
  /** Something was written: deliver it now. */
  wake(): void;
  countWaiting(): Promise<number>;
  /** Ends after what is on the wire. */
  stop(): Promise<void>;
}

/** 1, 2, 4 … 60 s while the messaging service is away. */
export const waitAfter = (attempts: number) =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));

/** Delivers the outbox: at least once, in order for each receiver, several receivers side by side. */
export function startOutbox({
  pool,
  realtime,
  now,
  log,
  pollMs = POLL_MS,
}: {
  pool: Pool;
  realtime: Realtime;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  pollMs?: number;
}): Outbox {
  const waiting = createWaitingNotifications(pool, now);
  let isStopped = false;
  let rounds = 0;

  async function deliverTo(notifications: Waiting[]): Promise<unknown> {
    for (const [index, notification] of notifications.entries()) {
      const { id, tenantId, receiverId, body, attempts, leasedUntil } = notification;
      const rest = notifications.slice(index).map((one) => one.id);
      // When the lease ends another process takes them: given back in time, they keep their order.
      const hasTime = leasedUntil !== null && leasedUntil.getTime() - now().getTime() > LONGEST_PUBLISH_MS;
      if (isStopped || !hasTime) return waiting.giveBack(rest, 0);
      try {
        await realtime.publish(notificationChannel(tenantId, receiverId), body, { id });
      } catch (error) {
        if (error instanceof MessagingRefusal) {
          log.error({ outboxId: id, reason: error.message }, 'a notification was refused for good');
          await waiting.markRefused(id, error.message);
          continue;
        }
        const waitMs = waitAfter(attempts);
        log.warn({ outboxId: id, reason: String(error), waitMs }, 'a notification has to wait');
        return waiting.giveBack(rest, waitMs);
      }
      await waiting.markSent(id);
    }
  }

  async function deliverAll() {
    while (!isStopped) {
      const batch = await waiting.lease(BATCH);
      if (batch.length === 0) return;
      const receivers = Map.groupBy(batch, ({ tenantId, receiverId }) => `${tenantId}/${receiverId}`);
      await Promise.all([...receivers.values()].map(deliverTo));
    }
  }

  // The first round delivers what the last process left.
  const repetition = repeat(async () => {
    try {
      await deliverAll();
      if (rounds++ % 720 === 0) await waiting.forgetOld(); // about once an hour
    } catch (error) {
      log.error({ err: error }, 'the outbox cannot be read');
    }
  }, pollMs);
  return {
    wake: () => repetition.soon(),
    countWaiting: () => waiting.count(),
    async stop() {
      isStopped = true;
      await repetition.stop();
    },
  };
}
