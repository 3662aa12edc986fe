import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadClient, trellisClient } from './clients.ts';
import { type Contestant, startOurs } from './contestants.ts';

const SUBSCRIBERS = 500;
const PUBLISHERS = 100;
const MESSAGES = 200_000;
/** Size of the recent events buffer: after this many messages the service has reached its steady state. */
const RECENT_EVENTS = 20_000;

export interface HeapFigures {
  subscribers: number;
  messages: number;
  /**
   * Heap in bytes after garbage collection: with open polls, with a full recent events buffer, and after all messages.
   */
  fresh: number;
  before: number;
  after: number;
}

/** Sends many messages to many subscribers, and measures the heap of the idle service before and after. */
export async function heapAfterLoad(): Promise<HeapFigures> {
  const service = await startOurs(['--expose-gc', '--import', './bench/messaging/collectGarbage.ts']);
  const clients: LoadClient[] = [];
  let received = 0;
  for (let n = 0; n < SUBSCRIBERS; n++) {
    const client = await trellisClient(service.port);
    clients.push(client);
    await client.subscribe(`heap-${n}`, () => received++);
  }
  const publishers = await Promise.all(Array.from({ length: PUBLISHERS }, () => trellisClient(service.port)));
  let sent = 0;
  const send = async (count: number) => {
    const end = sent + count;
    await Promise.all(
      publishers.map(async (client) => {
        while (sent < end) {
          const n = sent++;
          await client.publish(`heap-${n % SUBSCRIBERS}`, { at: n, text: 'A text of usual message length.' });
        }
      }),
    );
    while (received < sent) await sleep(10);
  };
  const fresh = await heapBytes(service);
  await send(RECENT_EVENTS);
  const before = await heapBytes(service);
  await send(MESSAGES);
  const after = await heapBytes(service);
  for (const client of [...clients, ...publishers]) client.close();
  await service.end();
  return { subscribers: SUBSCRIBERS, messages: MESSAGES, fresh, before, after };
}

async function heapBytes(service: Contestant): Promise<number> {
  await sleep(1_000);
  for (let n = 0; n < 2; n++) {
    process.kill(service.pid, 'SIGUSR2');
    await sleep(500);
  }
  const metrics = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text();
  return Number(/^messaging_heap_bytes (\d+)$/m.exec(metrics)?.[1]);
}
