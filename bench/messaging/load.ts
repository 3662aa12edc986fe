import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../support/figures.ts';
import type { LoadClient, Stamped } from './clients.ts';
import { type Contestant, processorMs } from './contestants.ts';

export interface LoadResult {
  /** At full speed: how many messages arrived at subscribers in a second. */
  deliveriesPerSecond: number;
  /** At full speed: the service's processor time for one delivery, in microseconds. */
  microsecondsPerDelivery: number;
  /** At the fixed, moderate rate: from the call of publish to the subscriber, in milliseconds. */
  p50: number;
  p99: number;
}

const TEXT =
  'Thank you for today. I will bring two questions on Thursday, and the notes of the last meeting.';
/** Not counted: a program that has just begun spends its time on being compiled, and a service runs for long. */
const WARM_UP_MS = 3_000;
const FULL_SPEED_MS = 4_000;
const MODERATE_MS = 5_000;
const SETTLE_MS = 10_000;

type Connect = (port: number) => Promise<LoadClient>;

/** One publisher, many subscribers of one channel. `moderate` is in messages a second. */
export const fanOut = (service: Contestant, connect: Connect, subscribers: number, moderate: number) =>
  load(service, connect, [{ channel: 'room', publishers: 1, subscribers }], moderate);

/** Many pairs: each publishes on a channel of its own to one subscriber. `moderate` is in messages a second of each. */
export const pairs = (service: Contestant, connect: Connect, count: number, moderate: number) =>
  load(
    service,
    connect,
    Array.from({ length: count }, (_, n) => ({ channel: `pair-${n}`, publishers: 1, subscribers: 1 })),
    moderate,
  );

interface Group {
  channel: string;
  publishers: number;
  subscribers: number;
}

async function load(
  service: Contestant,
  connect: Connect,
  groups: Group[],
  moderate: number,
): Promise<LoadResult> {
  const clients: LoadClient[] = [];
  const publishers: { client: LoadClient; channel: string }[] = [];
  let delivered = 0;
  let latencies: number[] | null = null;
  const onMessage = ({ at }: Stamped) => {
    delivered++;
    latencies?.push(performance.now() - at);
  };
  for (const { channel, publishers: writers, subscribers } of groups) {
    for (let n = 0; n < subscribers; n++) {
      const client = await connect(service.port);
      clients.push(client);
      await client.subscribe(channel, onMessage);
    }
    for (let n = 0; n < writers; n++) {
      const client = await connect(service.port);
      clients.push(client);
      publishers.push({ client, channel });
    }
  }
  const audience = (groups[0]?.subscribers ?? 1) / (groups[0]?.publishers ?? 1);

  /** Each publisher sends its next message when the last one was acknowledged, never far ahead of the readers. */
  const fullSpeed = async (forMs: number) => {
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
            published * audience - delivered > 100 * Math.max(audience, 200) &&
            performance.now() < until
          )
            await sleep(1);
        }
      }),
    );
    const settledBy = performance.now() + SETTLE_MS;
    while (delivered < published * audience && performance.now() < settledBy) await sleep(5);
    if (delivered !== published * audience)
      throw new Error(`${service.name} delivered ${delivered} of ${published * audience}`);
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      deliveriesPerSecond: delivered / seconds,
      microsecondsPerDelivery: ((processorMs(service.pid) - processorBefore) * 1000) / delivered,
    };
  };
  await fullSpeed(WARM_UP_MS);
  const atFullSpeed = await fullSpeed(FULL_SPEED_MS);

  // Moderate rate: what a person feels.
  latencies = [];
  const rounds = Math.round((MODERATE_MS / 1000) * moderate);
  const sent: Promise<void>[] = [];
  for (let round = 0; round < rounds; round++) {
    const due = sleep(1000 / moderate);
    for (const [n, { client, channel }] of publishers.entries())
      sent.push(
        sleep((n / publishers.length) * (1000 / moderate)).then(() =>
          client.publish(channel, { at: performance.now(), text: TEXT }),
        ),
      );
    await due;
    if (publishers.length > 1) continue;
    await Promise.all(sent.splice(0));
  }
  await Promise.all(sent);
  await sleep(500);
  for (const client of clients) client.close();
  return {
    ...atFullSpeed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}
