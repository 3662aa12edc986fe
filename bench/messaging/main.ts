import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/db/open.ts';
import { median, quantile } from '../support/figures.ts';
import { withDataDirectory } from '../support/server.ts';
import { type LoadClient, natsClient, socketIoClient, trellisClient } from './clients.ts';
import { type Contestant, residentBytes, startNats, startOurs, startSocketIo } from './contestants.ts';
import { heapAfterLoad } from './heap.ts';
import { type Audience, type Connect, connectLoad, type Load, type Speed } from './load.ts';

/** `npm run bench:messaging`: our durable messaging beside Socket.IO and NATS, which store nothing, in one run. */
const say = (line = '') => process.stdout.write(`${line}\n`);
const round = (value: number) => Math.round(value).toLocaleString('en-US');
const ms = (value: number) => `${value.toFixed(1)} ms`;

/** Not counted: a program that has just begun spends its time on being compiled, and a service runs for long. */
const WARM_UP_MS = 3_000;
const FULL_SPEED_MS = 4_000;
/** The machine's own speed comes and goes within seconds: short turns, one after the other, meet the same of it. */
const TURNS = 9;
const TURN_MS = 2_000;
const LATENCY_TURN_MS = 1_000;

const contestants: { start: () => Promise<Contestant | null>; connect: Connect }[] = [
  { start: startOurs, connect: trellisClient },
  { start: startSocketIo, connect: socketIoClient },
  { start: startNats, connect: natsClient },
];

/** All services at once, but only one at a time at work; the order turns around with each round. */
async function takeTurns(
  title: string,
  { moderate, ...audience }: Audience & { /** Messages a second of each publisher. */ moderate: number },
) {
  say(`\n${title} (latency at ${moderate} messages a second each)`);
  const runs: { service: Contestant; load: Load; speeds: Speed[]; latencies: number[] }[] = [];
  for (const { start, connect } of contestants) {
    const service = await start();
    if (!service) say('  NATS is not installed here, so it is left out');
    else
      runs.push({ service, load: await connectLoad(service, connect, audience), speeds: [], latencies: [] });
  }
  for (const { load } of runs) await load.atFullSpeed(WARM_UP_MS);
  for (let turn = 0; turn < TURNS; turn++)
    for (const run of turn % 2 ? [...runs].reverse() : runs)
      run.speeds.push(await run.load.atFullSpeed(TURN_MS));
  for (let turn = 0; turn < TURNS; turn++)
    for (const run of turn % 2 ? [...runs].reverse() : runs)
      run.latencies.push(...(await run.load.latencies(LATENCY_TURN_MS, moderate)));
  const rival = runs.find(({ service }) => service.name.startsWith('Socket.IO'));
  for (const { service, load, speeds, latencies } of runs) {
    const rates = speeds.map(({ deliveriesPerSecond }) => deliveriesPerSecond);
    const times = rates.map((rate, turn) => rate / (rival?.speeds[turn]?.deliveriesPerSecond ?? rate));
    const cost = median(speeds.map(({ microsecondsPerDelivery }) => microsecondsPerDelivery));
    say(
      `  ${service.name.padEnd(22)} ${round(median(rates)).padStart(9)} deliveries/s  ${median(times).toFixed(2)}× Socket.IO  ${cost.toFixed(1).padStart(6)} µs of its processor each   p50 ${ms(quantile(latencies, 0.5))}   p99 ${ms(quantile(latencies, 0.99))}`,
    );
    load.close();
    await service.end();
  }
}

async function costByAudience() {
  say('\nCost of one delivery by audience (ours, 1 publisher at full speed)');
  const costs: number[] = [];
  for (const subscribers of [100, 1_000, 5_000]) {
    const service = await startOurs();
    const load = await connectLoad(service, trellisClient, { channels: 1, subscribers });
    await load.atFullSpeed(WARM_UP_MS);
    const { microsecondsPerDelivery } = await load.atFullSpeed(FULL_SPEED_MS);
    load.close();
    await service.end();
    costs.push(microsecondsPerDelivery);
    say(
      `  ${String(subscribers).padStart(5)} subscribers: ${microsecondsPerDelivery.toFixed(1)} µs of processor`,
    );
  }
  say(`  5,000 against 100: ${((costs[2] ?? 0) / (costs[0] ?? 1)).toFixed(2)}×`);
}

async function memoryOfOpenPolls() {
  say('\nMemory of an open connection that waits');
  for (const { start, connect } of contestants.slice(0, 2)) {
    for (const count of [100, 1_000, 5_000]) {
      const service = await start();
      if (!service) continue;
      await sleep(500);
      const before = residentBytes(service.pid);
      const clients: LoadClient[] = [];
      for (let n = 0; n < count; n++) {
        const client = await connect(service.port);
        clients.push(client);
        await client.subscribe(`quiet-${n}`, () => {});
      }
      await sleep(1_000);
      const each = (residentBytes(service.pid) - before) / count / 1024;
      say(`  ${service.name.padEnd(22)} ${String(count).padStart(5)}: ${each.toFixed(1)} kB each`);
      for (const client of clients) client.close();
      await service.end();
    }
  }
}

const WRITERS = 50;
const WRITES = 10_000;

async function durablePublishes() {
  say(`\nDurable publishes (${WRITERS} publishers, each waits for its acknowledgement, nobody listens)`);
  const service = await startOurs();
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => trellisClient(service.port)));
  const rate = await perSecond((n) =>
    clients[n % WRITERS]?.publish(`log-${n % WRITERS}`, {
      at: n,
      text: 'A line of text as long as people write.',
    }),
  );
  for (const client of clients) client.close();
  await service.end();
  const plain = await withDataDirectory(async (directory) => {
    const database = await openDatabase({ directory });
    await database.pool.query(
      'create table line (id bigint primary key, channel text not null, publisher text not null, payload text not null)',
    );
    const inserted = await perSecond((n) =>
      database.pool.query('insert into line values ($1, $2, $3, $4)', [
        n,
        `log-${n % WRITERS}`,
        'bench',
        JSON.stringify({ at: n, text: 'A line of text as long as people write.' }),
      ]),
    );
    await database.close();
    return inserted;
  });
  say(
    `  ours ${round(rate)}/s   plain inserts of the same rows ${round(plain)}/s   ${(rate / plain).toFixed(2)}×`,
  );
}

async function perSecond(write: (n: number) => Promise<unknown> | undefined): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = writer; n < WRITES; n += WRITERS) {
        next++;
        await write(n);
      }
    }),
  );
  return next / ((performance.now() - startedAt) / 1000);
}

async function heap() {
  const { subscribers, messages, fresh, before, after } = await heapAfterLoad();
  const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  say(`\nHeap of ours, collected: ${round(messages)} messages through ${subscribers} subscribers, then idle`);
  say(
    `  subscribers waiting ${mb(fresh)}   with its 20,000 recent events ${mb(before)}   after all ${mb(after)}   ${(after / before).toFixed(2)}×`,
  );
}

say('Each service runs in a process of its own, all of the load in this one, on the same processors.');
say(
  'Socket.IO and NATS are driven by their own clients, ours by bare HTTP connections that read JSON; nothing is stored but by ours.',
);
say(
  'At full speed a publisher sends its next message when the last one was acknowledged: the figure is of service and load together, after a warm-up of 3 s.',
);
say(
  `The services take turns of two seconds, ${TURNS} each; figures are medians, and what is said of Socket.IO is the median of what each turn was beside its own.`,
);
await takeTurns('1 publisher → 1,000 subscribers', { channels: 1, subscribers: 1_000, moderate: 10 });
await takeTurns('200 publishers on 200 pair channels', { channels: 200, subscribers: 1, moderate: 5 });
await costByAudience();
await durablePublishes();
await memoryOfOpenPolls();
await heap();
process.exit(0);
