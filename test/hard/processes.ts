import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import PubNub from 'pubnub';
import { quantile } from '#bench/support/figures.ts';
import { openDatabase } from '#server/db/open.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';
import { freePort, startPostgres } from '#test/journeys/support/postgres.ts';
import { startOn } from '#test/journeys/support/startServer.ts';
import { WITH_PARENT } from '#test/support/withParent.ts';
import { startBalancer } from './balancer.ts';
import { number, pause, printFigure, requirePostgres, until } from './support.ts';

/**
 * Three messaging and three API processes on one PostgreSQL, behind balancers. Every few seconds one of them is killed
 * with SIGKILL and replaced, including NATS. Nothing acknowledged may be lost, doubled or out of order.
 */
const SECONDS = Number(process.env.PROCESS_SECONDS ?? 600);
const CLIENTS = Number(process.env.PROCESS_CLIENTS ?? 200);
const PROCESSES = 3;
const PUBLISHERS = 20;
const API_CALLERS = 10;
const KILL_EVERY_MS = 4_000;
const REVOKED_WITHIN_MS = 2_000;
const PRESENT_WITHIN_MS = 30_000;

const [publishKey, subscribeKey, secretKey] = [
  'pub-c-many',
  'sub-c-many',
  'sec-c-many-0123456789-0123456789-0123456789',
];
const home = mkdtempSync(join(tmpdir(), 'trellis-processes-'));
const postgres = await startPostgres(requirePostgres());
const admin = await openDatabase({ url: postgres.url, poolSize: 2 });
for (const name of ['app', 'messaging']) {
  await admin.pool.query(`create role ${name} login ${name === 'app' ? 'createrole' : ''}`);
  await admin.pool.query(`create database ${name} owner ${name} encoding 'UTF8' template template0`);
}
const urlOf = (name: string) => {
  const url = new URL(postgres.url);
  url.username = name;
  url.pathname = name;
  return url.href;
};
interface Killable {
  name: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

function launch(name: string, program: string, args: string[], env: Record<string, string>, ready: string) {
  let child: ChildProcess | null = null;
  return {
    name,
    async start() {
      const started = spawn(program, args, {
        env: { PATH: process.env.PATH ?? '', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      let output = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      await until(() => output.includes(ready) || started.exitCode !== null, 60_000);
      assert.ok(output.includes(ready), `${name} did not start: ${output}`);
    },
    async kill() {
      const killed = child;
      if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
      killed.kill('SIGKILL');
      await once(killed, 'exit');
    },
  } satisfies Killable;
}

const natsProgram = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'nats-server'))
  .find(existsSync);
const natsPort = await freePort();
const nats = natsProgram
  ? launch('NATS', natsProgram, ['-p', String(natsPort), '-a', '127.0.0.1'], {}, 'Server is ready')
  : null;
await nats?.start();

const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
const messaging = ports.map((port, n) =>
  launch(
    `messaging ${n + 1}`,
    process.execPath,
    [...WITH_PARENT, 'server/messagingMain.ts'],
    {
      MESSAGING_PORT: String(port),
      DATABASE_URL: urlOf('messaging'),
      DATA_DIR: join(home, `messaging-${n}`),
      MESSAGING_PUBLISH_KEY: publishKey!,
      MESSAGING_SUBSCRIBE_KEY: subscribeKey!,
      MESSAGING_SECRET_KEY: secretKey!,
      MESSAGING_RATE_LIMIT: 'off',
      MESSAGING_PERSON_RATE_LIMIT: 'off',
      ...(nats && { NATS_URL: `nats://127.0.0.1:${natsPort}` }),
    },
    'Messaging is ready',
  ),
);
await Promise.all(messaging.map((process) => process.start()));
const messagingBalancer = await startBalancer(ports);

const apiSettings = {
  PUBLIC_URL: 'http://localhost:4000', // the same issuer of tokens for all
  DATABASE_URL: urlOf('app'),
  PUBNUB_PUBLISH_KEY: publishKey!,
  PUBNUB_SUBSCRIBE_KEY: subscribeKey!,
  PUBNUB_SECRET_KEY: secretKey!,
  PUBNUB_ORIGIN: `127.0.0.1:${messagingBalancer.port}`,
  PUBNUB_SSL: '0',
};
// The first one migrates and creates the demo organisation; all share the directory with the secrets.
const servers = [await startOn(home, apiSettings)];
servers.push(...(await Promise.all([1, 2].map(() => startOn(home, apiSettings)))));
const apis: Killable[] = servers.map((server, n) => ({
  name: `API ${n + 1}`,
  kill: () => server.kill(),
  start: () => server.restart().then(() => {}),
}));
const apiBalancer = await startBalancer(servers.map(({ url }) => Number(new URL(url).port)));
const apiUrl = `http://localhost:${apiBalancer.port}`;

const owner = new PubNub({
  publishKey,
  subscribeKey: subscribeKey!,
  secretKey,
  userId: 'server',
  origin: `127.0.0.1:${messagingBalancer.port}`,
  ssl: false,
});
const granted = (uuid: string, channels: string[]) =>
  owner.grantToken({
    ttl: 60,
    authorized_uuid: uuid,
    resources: { channels: Object.fromEntries(channels.map((name) => [name, { read: true, write: true }])) },
  });

/** A request without a retry. Null if the status of the response is not 200. */
async function call(port: number, path: string, query: Record<string, string>): Promise<unknown> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}?${new URLSearchParams(query).toString()}`, {
      signal: AbortSignal.timeout(330_000),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** Ends the polls. */
const LAST = 'the end';
let isOver = false;
const acknowledged = new Map<string, string>();
const latencies: number[] = [];
const sentAt = new Map<string, number>();

/** A client that polls through the balancer and keeps its cursor, as the SDK does. */
async function startClient(n: number) {
  const uuid = `client-${n}`;
  const auth = await granted(uuid, ['everyone']);
  const received: { text: string; timetoken: string }[] = [];
  let cursor = '0';
  const polling = (async () => {
    while (received.at(-1)?.text !== LAST) {
      const body = (await call(messagingBalancer.port, `/v2/subscribe/${subscribeKey}/everyone/0`, {
        uuid,
        auth,
        tt: cursor,
        heartbeat: '300',
      })) as { t: { t: string }; m: { d: string; p: { t: string } }[] } | null;
      if (!body) {
        await pause(100);
        continue;
      }
      cursor = body.t.t;
      for (const { d, p } of body.m) {
        received.push({ text: d, timetoken: p.t });
        const at = sentAt.get(d);
        if (at !== undefined) latencies.push(performance.now() - at);
      }
    }
  })();
  await until(() => cursor !== '0', 60_000);
  return { uuid, auth, received, polling };
}
const clients: Awaited<ReturnType<typeof startClient>>[] = [];
for (let n = 0; n < CLIENTS; n += 20)
  clients.push(
    ...(await Promise.all(Array.from({ length: Math.min(20, CLIENTS - n) }, (_, k) => startClient(n + k)))),
  );

const publishing = Promise.all(
  clients.slice(0, PUBLISHERS).map(async ({ uuid, auth }) => {
    for (let n = 0; !isOver; n++) {
      // An attempt without an acknowledgement is never repeated: it may have been stored.
      const text = `${uuid} ${n}`;
      sentAt.set(text, performance.now());
      const body = (await call(
        messagingBalancer.port,
        `/publish/${publishKey}/${subscribeKey}/0/everyone/0/${encodeURIComponent(JSON.stringify(text))}`,
        { uuid, auth },
      )) as [number, string, string] | null;
      if (body) acknowledged.set(text, body[2]);
      await pause(500);
    }
  }),
);

const apiCalls = { all: 0, cut: 0, refused: new Map<number, number>() };
const created = new Set<string>();
const api = await apiAs(apiUrl, LEARNER);
const calling = Promise.all(
  Array.from({ length: API_CALLERS }, async (_, caller) => {
    for (let n = 0; !isOver; n++) {
      const title = `Objective ${caller}.${n}`;
      const attempts = [
        () => api.get('/api/home'),
        () => api.get('/api/session'),
        () =>
          api.post('/api/objectives', {
            title,
            why: null,
            measure: { kind: 'text', text: 'It is stored once' },
            dueOn: null,
            ifThenPlan: null,
            topicId: null,
            visibility: 'private',
            state: 'draft',
          }),
      ];
      for (const [at, attempt] of attempts.entries()) {
        apiCalls.all++;
        const status = await attempt().then(
          (reply) => reply.status,
          () => 0,
        );
        if (status === 0) apiCalls.cut++;
        else if (status !== 200) apiCalls.refused.set(status, (apiCalls.refused.get(status) ?? 0) + 1);
        else if (at === 2) created.add(title);
      }
      await pause(2_000);
    }
  }),
);

/** A token is revoked at one process while each process holds a poll of it. Returns the longest time to the refusal. */
async function revocationMs(n: number): Promise<number> {
  const uuid = `revoked-${n}`;
  const token = await granted(uuid, [`private-${n}`]).catch(() => null);
  if (!token) return 0;
  const refusals = ports.map(async (port) => {
    for (;;) {
      const response = await fetch(
        `http://127.0.0.1:${port}/v2/subscribe/${subscribeKey}/private-${n}/0?${new URLSearchParams({ uuid, auth: token, tt: cursorOf(n) }).toString()}`,
      ).catch(() => null);
      if (response?.status === 403) return performance.now();
      if (!response) return 0; // this process has been killed
      await pause(20);
    }
  });
  await pause(500);
  const revokedAt = performance.now();
  await owner.revokeToken(token);
  const times = await Promise.all(refusals);
  return Math.max(0, ...times.map((time) => (time === 0 ? 0 : time - revokedAt)));
}
/** A cursor that is not the first one, so that the poll waits. */
const cursorOf = (n: number) => [...acknowledged.values()].at(-1 - (n % 2)) ?? '1';

/** Milliseconds until each process lists all clients as present. */
async function presenceMs(): Promise<number> {
  const startedAt = performance.now();
  const expected = clients.map(({ uuid }) => uuid).toSorted();
  for (const port of ports)
    await until(async () => {
      const body = (await call(port, `/v2/presence/sub-key/${subscribeKey}/channel/everyone`, {
        uuid: 'client-0',
        auth: clients[0]!.auth,
      })) as { uuids?: string[] } | null;
      const missing = expected.filter((uuid) => !body?.uuids?.includes(uuid));
      return missing.length === 0;
    }, PRESENT_WITHIN_MS);
  return performance.now() - startedAt;
}

const victims: Killable[] = [0, 1, 2].flatMap((n) => [messaging[n]!, apis[n]!]);
if (nats) victims.push(nats);
let kills = 0;
let slowestRevocation = 0;
let slowestPresence = 0;
const endAt = performance.now() + SECONDS * 1_000;
while (performance.now() < endAt) {
  const victim = victims[kills++ % victims.length]!;
  await victim.kill();
  await pause(KILL_EVERY_MS / 2);
  await victim.start();
  slowestPresence = Math.max(slowestPresence, await presenceMs());
  slowestRevocation = Math.max(slowestRevocation, await revocationMs(kills));
  await pause(KILL_EVERY_MS / 2);
}
isOver = true;
await publishing;
await calling;
await owner.publish({ channel: 'everyone', message: LAST });
await Promise.all(clients.map(({ polling }) => polling));

const problems: string[] = [];
const positions = new Map<string, string>();
for (const { uuid, received } of clients) {
  const texts = new Set(received.map(({ text }) => text));
  if (texts.size !== received.length) problems.push(`${uuid} received a message twice`);
  const lost = [...acknowledged.keys()].filter((text) => !texts.has(text)).length;
  if (lost > 0) problems.push(`${uuid} did not receive ${lost} messages`);
  for (const [at, { text, timetoken }] of received.entries()) {
    if (at > 0 && timetoken <= received[at - 1]!.timetoken)
      problems.push(`${uuid} received ${text} out of order`);
    if ((positions.get(text) ?? timetoken) !== timetoken) problems.push(`${text} has two timetokens`);
    positions.set(text, timetoken);
  }
}
const app = new URL(postgres.url);
app.pathname = 'app';
const database = await openDatabase({ url: app.href, poolSize: 1 });
const { rows } = await database.pool.query<{ title: string; count: string }>(
  `select title, count(*) from objectives where title like 'Objective %' group by title`,
);
await database.close();
const stored = new Map(rows.map(({ title, count }) => [title, Number(count)]));
for (const title of created)
  if (stored.get(title) !== 1) problems.push(`${title} is stored ${stored.get(title) ?? 0} times`);

owner.destroy(true);
messagingBalancer.stop();
apiBalancer.stop();
for (const process of messaging) await process.kill();
await nats?.kill();
for (const server of servers) await server.dispose();
await admin.close();
await postgres.stop();
rmSync(home, { recursive: true, force: true });
printFigure(
  `${kills} kills in ${SECONDS} s${nats ? '' : ' (without NATS, which is not installed)'}: ${number(acknowledged.size)} messages acknowledged, ${CLIENTS} subscribers, ${problems.length} problems, delivery p50 ${quantile(latencies, 0.5).toFixed(0)} ms, p99 ${quantile(latencies, 0.99).toFixed(0)} ms; revoked everywhere after at most ${slowestRevocation.toFixed(0)} ms, presence right after at most ${(slowestPresence / 1_000).toFixed(1)} s; ${apiCalls.cut} of ${number(apiCalls.all)} API calls cut off, ${created.size} writes acknowledged and stored`,
);
assert.deepEqual(problems.slice(0, 10), []);
assert.deepEqual(Object.fromEntries(apiCalls.refused), {});
assert.ok(created.size > 0);
assert.ok(slowestRevocation < REVOKED_WITHIN_MS);
process.exit(0);
