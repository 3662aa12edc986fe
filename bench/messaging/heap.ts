import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadClient, trellisClient } from './clients.ts';
import { type Contestant, startOurs } from './contestants.ts';

const SUBSCRIBERS = 500;
const PUBLISHERS = 100;
const MESSAGES = 200_000;
/** As many as the service keeps in memory for those who come back: after that many it holds what it will ever hold. */
const RECENT = 20_000;

export interface HeapFigures {
  subscribers: number;
  messages: number;
  /** Bytes, each after a collection: with the subscribers waiting, with its recent events full, and after all messages. */
  fresh: number;
  before: number;
  after: number;
}

/** Sends many messages through many subscribers and looks at what the service still holds when it is idle again. */
export async function heapAfterLoad(): Promise<HeapFigures> {
  const service = await startOurs(['--expose-gc', '--import', './bench/messaging/collectGarbage.ts']);
  const clients: LoadClient[] = [];
  let heard = 0;
  for (let n = 0; n < SUBSCRIBERS; n++) {
    const client = await trellisClient(service.port);
    clients.push(client);
    await client.subscribe(`heap-${n}`, () => heard++);
  }
  const publishers = await Promise.all(Array.from({ length: PUBLISHERS }, () => trellisClient(service.port)));
  let sent = 0;
  const send = async (count: number) => {
    const end = sent + count;
    await Promise.all(
      publishers.map(async (client) => {
        while (sent < end) {
          const n = sent++;
          await client.publish(`heap-${n % SUBSCRIBERS}`, { at: n, text: 'A line as long as people write.' });
        }
      }),
    );
    while (heard < sent) await sleep(10);
  };
  const fresh = await heldBytes(service);
  await send(RECENT);
  const before = await heldBytes(service);
  await send(MESSAGES);
  const after = await heldBytes(service);
  for (const client of [...clients, ...publishers]) client.close();
  await service.end();
  return { subscribers: SUBSCRIBERS, messages: MESSAGES, fresh, before, after };
}

async function heldBytes(service: Contestant): Promise<number> {
  await sleep(1_000);
  for (let n = 0; n < 2; n++) {
    process.kill(service.pid, 'SIGUSR2');
    await sleep(500);
  }
  const metrics = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text();
  return Number(/^messaging_heap_bytes (\d+)$/m.exec(metrics)?.[1]);
}
