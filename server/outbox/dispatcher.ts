import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { notificationChannel } from '#contract/channels.ts';
import { MessagingRefusal, type Realtime } from '../realtime/index.ts';
import { createWaitingNotifications, type Waiting } from './waitingNotifications.ts';

const BATCH = 50;
/** Other processes write too, and a wake-up may be lost with its process. */
const POLL_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

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
  let isWoken = true; // what the last process left is delivered at once
  let rouse = () => {};

  async function deliverTo(notifications: Waiting[]) {
    for (const [index, { id, tenantId, receiverId, body, attempts }] of notifications.entries()) {
      try {
        if (isStopped) throw new Error('the server stops');
        await realtime.publish(notificationChannel(tenantId, receiverId), body, { id });
      } catch (error) {
        if (error instanceof MessagingRefusal) {
          log.error({ outboxId: id, reason: error.message }, 'a notification was refused for good');
          await waiting.markRefused(id, error.message);
          continue;
        }
        const rest = notifications.slice(index).map((one) => one.id);
        const waitMs = isStopped ? 0 : waitAfter(attempts);
        if (!isStopped)
          log.warn({ outboxId: id, reason: String(error), waitMs }, 'a notification has to wait');
        await waiting.giveBack(rest, waitMs);
        return;
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

  async function run() {
    let polls = 0;
    while (!isStopped) {
      isWoken = false;
      try {
        await deliverAll();
        if (polls++ % 720 === 0) await waiting.forgetOld(); // about once an hour
      } catch (error) {
        log.error({ err: error }, 'the outbox cannot be read');
      }
      if (!isWoken && !isStopped)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs);
          rouse = () => {
            clearTimeout(timer);
            resolve();
          };
        });
    }
  }

  const running = run();
  return {
    wake() {
      isWoken = true;
      rouse();
    },
    countWaiting: () => waiting.count(),
    async stop() {
      isStopped = true;
      rouse();
      await running;
    },
  };
}
