import assert from 'node:assert/strict';
import type { SessionUser } from '#contract/access/session.ts';
import { chatChannel, notificationChannel } from '#contract/messaging/channels.ts';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { startServer } from '#test/journeys/support/startServer.ts';
import { pause, printFigure } from './support.ts';

/** T15: subscribers, messages and API calls for a long time. Memory and handles of the server must not grow. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const CLIENTS = 200;
/**
 * The others wait for notifications. All of them together send a third of the requests that two people may send, so that
 * a stall of two seconds does not lead to the limit.
 */
const CHATTING_CLIENTS = 6;
const MESSAGES_PER_SECOND = 20;
const CALLS_PER_SECOND = 5;
const SAMPLE_MS = Math.min(30_000, MINUTES * 2_000);
/** Until then, caches are filled and code is compiled. */
const WARM_UP_MINUTES = Math.min(10, MINUTES / 2);
/**
 * So many messages fill the buffer of the newest events (`recentEvents.ts`), which would otherwise grow for the first 17
 * minutes. They are sent before the clients start, at a rate below the limit of a person.
 */
const FIRST_MESSAGES = 21_000;
const FIRST_MESSAGES_PER_SECOND = 150;
const RENEW_MS = 20 * 60_000;
const MIB = 1024 ** 2;

/** V8 fits the size of its young generation to the load, by up to 100 MiB, which would hide the growth of other memory. */
const SMALL_YOUNG_GENERATION = '--max-semi-space-size=4';
const server = await startServer({
  NODE_OPTIONS: `${SMALL_YOUNG_GENERATION} --expose-gc --import ./bench/messaging/collectGarbage.ts`,
});

/** A signed-in person with a messaging token, renewed before it expires. */
async function person(email: string) {
  const open = async () => {
    const api = await apiAs(server.url, email);
    const { body: config } = await api.get<MessagingConfig>('/api/messaging/config');
    const { body: user } = await api.get<SessionUser>('/api/session');
    return { api, config, user, openedAt: performance.now() };
  };
  let current = open();
  return async () => {
    const opened = await current;
    if (performance.now() - opened.openedAt > RENEW_MS) current = open();
    return current;
  };
}
const people = [await person(LEARNER), await person(MANAGER)];
const [learner, manager] = await Promise.all(people.map((open) => open()));
const channel = chatChannel(learner!.user.tenantId, learner!.user.userId, manager!.user.userId);
await learner!.api.post('/api/conversations', { peerId: manager!.user.userId });

let isStopped = false;
let received = 0;
/** The number of failures by reason. */
const failures = new Map<string, number>();
const countFailure = (reason: unknown) => {
  const cause = reason instanceof Error ? reason.cause : undefined;
  const text = cause instanceof Error ? `${String(reason)} (${cause.message})` : String(reason);
  failures.set(text, (failures.get(text) ?? 0) + 1);
};
async function subscribe(n: number) {
  let cursor = '0';
  while (!isStopped)
    try {
      const { config, user } = await people[n % 2]!();
      const subscribed = n < CHATTING_CLIENTS ? channel : notificationChannel(user.tenantId, user.userId);
      const query = new URLSearchParams({ tt: cursor, auth: config.authKey, uuid: config.uuid });
      const response = await fetch(
        `${server.messagingUrl}/v2/subscribe/${config.subKey}/${subscribed}/0?${query}`,
      );
      const body = (await response.json()) as { t: { t: string }; m: unknown[] };
      cursor = body.t.t;
      received += body.m.length;
    } catch (error) {
      if (isStopped) return;
      countFailure(error);
      await pause(1_000);
    }
}
async function repeatEvery(ms: number, work: (n: number) => Promise<unknown>) {
  for (let n = 0; !isStopped; n++) {
    await Promise.all([pause(ms), work(n).catch(countFailure)]);
  }
}
const publish = async (n: number) => {
  const { config } = await people[n % 2]!();
  const query = new URLSearchParams({ auth: config.authKey, uuid: config.uuid });
  const message = encodeURIComponent(JSON.stringify({ details: `message ${n}` }));
  const url = `${server.messagingUrl}/publish/${config.pubKey}/${config.subKey}/0/${channel}/0/${message}?${query}`;
  const response = await fetch(url);
  if (!response.ok) countFailure(`publish ${response.status}`);
  await response.arrayBuffer();
};
const PATHS = ['/api/home', '/api/session', '/api/programs', '/api/objectives'];
const call = async (n: number) => {
  const { api } = await people[n % 2]!();
  const path = PATHS[n % PATHS.length]!;
  const { status } = await api.get(path);
  if (status !== 200) countFailure(`${path} ${status}`);
};

/** Heap after garbage collection. */
async function sample() {
  process.kill(server.pid, 'SIGUSR2');
  await pause(500);
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    minute: (performance.now() - startedAt) / 60_000,
    heap: read('nodejs_heap_size_used_bytes'),
    rss: read('process_resident_memory_bytes'),
    handles: read('nodejs_active_handles_total'),
  };
}

for (let n = 0; n < FIRST_MESSAGES; n += FIRST_MESSAGES_PER_SECOND)
  await Promise.all([
    pause(1_000),
    ...Array.from({ length: FIRST_MESSAGES_PER_SECOND }, (_, k) => publish(n + k)),
  ]);
const startedAt = performance.now();
const clients = Array.from({ length: CLIENTS }, (_, n) => subscribe(n));
const load = [repeatEvery(1_000 / MESSAGES_PER_SECOND, publish), repeatEvery(1_000 / CALLS_PER_SECOND, call)];
const samples = [];
while (performance.now() - startedAt < MINUTES * 60_000) {
  await pause(SAMPLE_MS);
  samples.push(await sample());
}
isStopped = true;
await Promise.all(load);
await server.dispose(); // answers the open polls
await Promise.all(clients);
for (const [reason, count] of failures) process.stderr.write(`${count} times: ${reason}\n`);

const settled = samples.filter(({ minute }) => minute >= WARM_UP_MINUTES);
const first = settled[0]!;
const last = settled.at(-1)!;
/** The smallest number in each half, because idle connections of the clients come and go. */
const half = Math.floor(settled.length / 2);
const [handlesBefore, handlesAfter] = [settled.slice(0, half), settled.slice(half)].map((some) =>
  Math.min(...some.map(({ handles }) => handles)),
) as [number, number];
/** Slope of the line through the samples, in MiB for each 10 minutes. */
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const [meanMinute, meanRss] = [
  mean(settled.map(({ minute }) => minute)),
  mean(settled.map(({ rss }) => rss)),
];
const slope =
  ((settled.reduce((sum, { minute, rss }) => sum + (minute - meanMinute) * (rss - meanRss), 0) /
    settled.reduce((sum, { minute }) => sum + (minute - meanMinute) ** 2, 0)) *
    10) /
  MIB;
const heapRatio = last.heap / first.heap;
printFigure(
  `${MINUTES} min, ${CLIENTS} clients, ${received} messages received, ${[...failures.values()].reduce((sum, count) => sum + count, 0)} failures: memory ${slope.toFixed(1)} MiB/10 min, heap ${heapRatio.toFixed(2)}× (${(last.heap / MIB).toFixed(0)} MiB), handles ${handlesBefore} → ${handlesAfter}`,
);
assert.equal(failures.size, 0);
assert.ok(slope < 1);
assert.ok(heapRatio <= 1.1);
assert.ok(handlesAfter <= handlesBefore * 1.05);
