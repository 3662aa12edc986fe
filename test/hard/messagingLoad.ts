import assert from 'node:assert/strict';
import { type LoadClient, type Stamped, trellisClient } from '#bench/messaging/clients.ts';
import { startOurs } from '#bench/messaging/contestants.ts';
import { quantile } from '#bench/support/figures.ts';
import { number, pause, printFigure, until } from './support.ts';

/** T13: pairs of subscribers receive messages at a steady rate, and all of them receive a broadcast every 2 seconds. */
const SUBSCRIBERS = Number(process.env.LOAD_SUBSCRIBERS ?? 1_000);
const SECONDS = Number(process.env.LOAD_SECONDS ?? 300);
const PER_SECOND = 50;
const PUBLISHERS = 10;
const BROADCAST_EVERY = 2 * PER_SECOND;

const service = await startOurs();
const latencies = { pair: [] as number[], broadcast: [] as number[] };
const clients: LoadClient[] = [];
for (let n = 0; n < SUBSCRIBERS; n++) {
  const client = await trellisClient(service.port);
  clients.push(client);
  await client.subscribe(`pair-${n % (SUBSCRIBERS / 2)},everyone`, ({ at, text }: Stamped) =>
    latencies[text === 'broadcast' ? 'broadcast' : 'pair'].push(performance.now() - at),
  );
}
const publishers = await Promise.all(Array.from({ length: PUBLISHERS }, () => trellisClient(service.port)));
const publish = (n: number, channel: string, text: string) =>
  publishers[n % PUBLISHERS]!.publish(channel, { at: performance.now(), text });

const sent = { pair: 0, broadcast: 0 };
const publishing: Promise<void>[] = [];
const startedAt = performance.now();
for (let n = 0; n < SECONDS * PER_SECOND; n++) {
  await pause(Math.max(0, startedAt + (n * 1_000) / PER_SECOND - performance.now()));
  publishing.push(publish(n, `pair-${n % (SUBSCRIBERS / 2)}`, 'A text of usual message length.'));
  sent.pair++;
  if (n % BROADCAST_EVERY > 0) continue;
  publishing.push(publish(n + 1, 'everyone', 'broadcast'));
  sent.broadcast++;
}
await Promise.all(publishing);
const expected = { pair: sent.pair * 2, broadcast: sent.broadcast * SUBSCRIBERS };
await until(
  () => latencies.pair.length >= expected.pair && latencies.broadcast.length >= expected.broadcast,
  30_000,
).catch(() => {}); // the message is reported as lost
for (const client of [...clients, ...publishers]) client.close();
await service.end();

const lost = expected.pair - latencies.pair.length + expected.broadcast - latencies.broadcast.length;
const [p50, p99, broadcast99] = [
  quantile(latencies.pair, 0.5),
  quantile(latencies.pair, 0.99),
  quantile(latencies.broadcast, 0.99),
];
printFigure(
  `${number(SUBSCRIBERS)} subscribers, ${SECONDS} s: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, broadcast p99 ${broadcast99.toFixed(0)} ms, ${lost} lost`,
);
assert.equal(lost, 0);
assert.ok(p50 < 15);
assert.ok(p99 < 300);
assert.ok(broadcast99 < 700);
