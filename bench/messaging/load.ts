import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadClient, Stamped } from './clients.ts';
import { type Contestant, processorMs } from './contestants.ts';

export interface Throughput {
  /** Messages received by subscribers per second. */
  deliveriesPerSecond: number;
  /** CPU time of the service per delivery, in microseconds. */
  microsecondsPerDelivery: number;
}

const TEXT =
  'Thank you for today. I will bring two questions on Thursday, and the notes of the last meeting.';
const SETTLE_MS = 10_000;

export type Connect = (port: number) => Promise<LoadClient>;

export interface Audience {
  channels: number;
  /** Subscribers per channel, in addition to its one publisher. */
  subscribers: number;
}

/** Publishers and subscribers connected to a service. Its measurements can be repeated. */
export interface Load {
  /**
   * Each publisher sends its next message after the acknowledgement of the previous one, limited by the slowest
   * subscribers.
   */
  atFullSpeed(forMs: number): Promise<Throughput>;
  /**
   * Milliseconds from a publish until each subscriber receives it, at a fixed number of messages per second from each
   * publisher.
   */
  latencies(forMs: number, perSecond: number): Promise<number[]>;
  close(): void;
}

export async function connectLoad(
  service: Contestant,
  connect: Connect,
  { channels, subscribers }: Audience,
): Promise<Load> {
  const clients: LoadClient[] = [];
  const publishers: { client: LoadClient; channel: string }[] = [];
  let delivered = 0;
  let latencies: number[] | null = null;
  const onMessage = ({ at }: Stamped) => {
    delivered++;
    latencies?.push(performance.now() - at);
  };
  for (let at = 0; at < channels; at++) {
    const channel = `room-${at}`;
    for (let n = 0; n < subscribers; n++) {
      const client = await connect(service.port);
      clients.push(client);
      await client.subscribe(channel, onMessage);
    }
    const client = await connect(service.port);
    clients.push(client);
    publishers.push({ client, channel });
  }

  const waitForDeliveries = async (count: number) => {
    const settledBy = performance.now() + SETTLE_MS;
    while (delivered < count && performance.now() < settledBy) await sleep(5);
    if (delivered !== count) throw new Error(`${service.name} delivered ${delivered} of ${count}`);
  };

  return {
    async atFullSpeed(forMs) {
      let published = 0;
      delivered = 0;
      const until = performance.now() + forMs;
      const [processorBefore, startedAt] = [processorMs(service.pid), performance.now()];
      await Promise.all(
        publishers.map(async ({ client, channel }) => {
          while (performance.now() < until) {
            published++;
            await client.publish(channel, { at: performance.now(), text: TEXT });
            while (
              published * subscribers - delivered > 100 * Math.max(subscribers, 200) &&
              performance.now() < until
            )
              await sleep(1);
          }
        }),
      );
      await waitForDeliveries(published * subscribers);
      const seconds = (performance.now() - startedAt) / 1000;
      return {
        deliveriesPerSecond: delivered / seconds,
        microsecondsPerDelivery: ((processorMs(service.pid) - processorBefore) * 1000) / delivered,
      };
    },
    async latencies(forMs, perSecond) {
      const measured: number[] = [];
      latencies = measured;
      delivered = 0;
      const everyMs = 1_000 / perSecond;
      const rounds = Math.round(forMs / everyMs);
      const sent: Promise<void>[] = [];
      for (let round = 0; round < rounds; round++) {
        const due = sleep(everyMs);
        for (const [n, { client, channel }] of publishers.entries())
          sent.push(
            sleep((n / publishers.length) * everyMs).then(() =>
              client.publish(channel, { at: performance.now(), text: TEXT }),
            ),
          );
        await due;
      }
      await Promise.all(sent);
      await waitForDeliveries(sent.length * subscribers);
      latencies = null;
      return measured;
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}
