import { setTimeout as sleep } from 'node:timers/promises';
import { median, quantile } from '#bench/support/figures.ts';
import { withDataDirectory } from '#bench/support/server.ts';
import { openDatabase } from '#server/db/open.ts';
import { type LoadClient, natsClient, socketIoClient, trellisClient } from './clients.ts';
import { type Contestant, residentBytes, startNats, startOurs, startSocketIo } from './contestants.ts';
import { heapAfterLoad } from './heap.ts';
import { type Audience, type Connect, connectLoad, type Load, type Throughput } from './load.ts';

/** `npm run bench:messaging`: compares our durable messaging service with Socket.IO and NATS (in memory) in one run. */
const printLine = (line = '') => process.stdout.write(`${line}\n`);
const round = (value: number) => Math.round(value).toLocaleString('en-US');
const ms = (value: number) => `${value.toFixed(1)} ms`;

/** This warm-up is not measured, because a new process spends its time on compilation. */
const WARM_UP_MS = 3_000;
const FULL_SPEED_MS = 4_000;
/** The machine's speed varies within seconds. Short alternating turns give each service the same share. */
const TURNS = 9;
const TURN_MS = 2_000;
const LATENCY_TURN_MS = 1_000;

const contestants: { start: () => Promise<Contestant | null>; connect: Connect }[] = [
  { start: startOurs, connect: trellisClient },
  { start: startSocketIo, connect: socketIoClient },
  { start: startNats, connect: natsClient },
];

/** All services run, but only one of them is loaded at a time. The order is reversed with each turn. */
async function takeTurns(
  title: string,
  { moderate, ...audience }: Audience & { /** Messages per second from each publisher. */ moderate: number },
) {
  printLine(`\n${title} (latency at ${moderate} messages per second from each publisher)`);
  const runs: { service: Contestant; load: Load; throughputs: Throughput[]; latencies: number[] }[] = [];
  for (const { start, connect } of contestants) {
    const service = await start();
    if (!service) printLine('  NATS: skipped, because it is not installed');
    else
      runs.push({
        service,
        load: await connectLoad(service, connect, audience),
        throughputs: [],
        latencies: [],
      });
  }
  for (const { load } of runs) await load.atFullSpeed(WARM_UP_MS);
  for (let turn = 0; turn < TURNS; turn++)
    for (const run of turn % 2 ? [...runs].reverse() : runs)
      run.throughputs.push(await run.load.atFullSpeed(TURN_MS));
  for (let turn = 0; turn < TURNS; turn++)
    for (const run of turn % 2 ? [...runs].reverse() : runs)
      run.latencies.push(...(await run.load.latencies(LATENCY_TURN_MS, moderate)));
  const socketIo = runs.find(({ service }) => service.name.startsWith('Socket.IO'));
  for (const { service, load, throughputs, latencies } of runs) {
    const rates = throughputs.map(({ deliveriesPerSecond }) => deliveriesPerSecond);
    const ratios = rates.map(
      (rate, turn) => rate / (socketIo?.throughputs[turn]?.deliveriesPerSecond ?? rate),
    );
    const cost = median(throughputs.map(({ microsecondsPerDelivery }) => microsecondsPerDelivery));
    printLine(
      `  ${service.name.padEnd(22)} ${round(median(rates)).padStart(9)} deliveries/s  ${median(ratios).toFixed(2)}× Socket.IO  ${cost.toFixed(1).padStart(6)} µs of CPU time per delivery   p50 ${ms(quantile(latencies, 0.5))}   p99 ${ms(quantile(latencies, 0.99))}`,
    );
    load.close();
    await service.end();
  }
}

async function costByAudience() {
  printLine('\nCPU time per delivery by number of subscribers (ours, 1 publisher at full speed)');
  const costs: number[] = [];
  for (const subscribers of [100, 1_000, 5_000]) {
    const service = await startOurs();
    const load = await connectLoad(service, trellisClient, { channels: 1, subscribers });
    await load.atFullSpeed(WARM_UP_MS);
    const { microsecondsPerDelivery } = await load.atFullSpeed(FULL_SPEED_MS);
    load.close();
    await service.end();
    costs.push(microsecondsPerDelivery);
    printLine(`  ${String(subscribers).padStart(5)} subscribers: ${microsecondsPerDelivery.toFixed(1)} µs`);
  }
  printLine(`  5,000 compared with 100: ${((costs[2] ?? 0) / (costs[0] ?? 1)).toFixed(2)}×`);
}

async function memoryOfOpenPolls() {
  printLine('\nMemory per idle open connection');
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
      printLine(`  ${service.name.padEnd(22)} ${String(count).padStart(5)}: ${each.toFixed(1)} kB each`);
      for (const client of clients) client.close();
      await service.end();
    }
  }
}

const WRITERS = 50;
const WRITES = 10_000;
const TEXT = 'A text of the length of usual messages.';

async function durablePublishes() {
  printLine(`\nDurable publishes (${WRITERS} publishers wait for each acknowledgement, no subscribers)`);
  const service = await startOurs();
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => trellisClient(service.port)));
  const rate = await perSecond((n) =>
    clients[n % WRITERS]?.publish(`log-${n % WRITERS}`, {
      at: n,
      text: TEXT,
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
        JSON.stringify({ at: n, text: TEXT }),
      ]),
    );
    await database.close();
    return inserted;
  });
  printLine(
    `  ours ${round(rate)}/s   single inserts of the same rows ${round(plain)}/s   ${(rate / plain).toFixed(2)}×`,
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
  printLine(
    `\nHeap of ours after garbage collection: ${round(messages)} messages to ${subscribers} subscribers, then idle`,
  );
  printLine(
    `  with open polls ${mb(fresh)}   with 20,000 recent events ${mb(before)}   after all messages ${mb(after)}   ${(after / before).toFixed(2)}×`,
  );
}

printLine('Each service runs in its own process and all clients run in this one, on the same processors.');
printLine(
  'Socket.IO and NATS are used through their own clients, ours through plain HTTP connections that parse JSON. Only ours stores messages.',
);
printLine(
  'At full speed each publisher sends its next message after the last acknowledgement, so figures include the clients. A warm-up of 3 s is not counted.',
);
printLine(
  `The services take turns of 2 s, ${TURNS} each. Figures are medians; ratios to Socket.IO are medians of the ratios of each turn.`,
);
await takeTurns('1 publisher → 1,000 subscribers', { channels: 1, subscribers: 1_000, moderate: 10 });
await takeTurns('200 publishers on 200 pair channels', { channels: 200, subscribers: 1, moderate: 5 });
await costByAudience();
await durablePublishes();
await memoryOfOpenPolls();
await heap();
process.exit(0);
