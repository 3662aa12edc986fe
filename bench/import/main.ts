import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signIn } from '#bench/api/measure.ts';
import { populate } from '#bench/api/population.ts';
import { HttpConnection } from '#bench/messaging/httpConnection.ts';
import { quantile } from '#bench/support/figures.ts';
import type { PeopleImport } from '#contract/administration/import.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { startServer } from '#server/start.ts';

/**
 * `npm run bench:import`: imports 20,000 new people on the embedded database, over HTTP to the whole server, while a
 * learner opens home every 50 ms. The processor time includes the generator, server and database, which are one
 * process. Then checks and imports the same file again. BENCH_ROWS=2000 shortens the run, BENCH_USERS=5 imports into a
 * new organisation, and BENCH_PORT replaces port 4730.
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 20_000);
const PORT = Number(process.env.BENCH_PORT ?? 4_730);
const USERS = Number(process.env.BENCH_USERS ?? 1_000);
const HOME_EVERY_MS = 50;
const FIELDS = ['emailAddress', 'firstName', 'lastName', 'department', 'manager', 'title'];

const file = (domain: string) =>
  [
    'Email;First name;Last name;Department;Manager;Job title',
    ...Array.from({ length: ROWS }, (_one, n) =>
      [
        `new${n}@${domain}`,
        `First${n}`,
        `Last${n}`,
        `Division ${n % 8} / Team ${n % 64}`,
        n === 0 ? '' : `new${Math.floor((n - 1) / 8)}@${domain}`,
        'Agent',
      ].join(';'),
    ),
  ].join('\r\n');

/** Opens home again and again until it is stopped. Returns the times in milliseconds. */
function openHome(connection: HttpConnection, token: string) {
  const times: number[] = [];
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      const from = performance.now();
      await connection.send('GET', '/api/home', { token });
      times.push(performance.now() - from);
      await delay(HOME_EVERY_MS);
    }
  })();
  return async () => {
    isStopped = true;
    await running;
    return times;
  };
}

const home = mkdtempSync(join(tmpdir(), 'trellis-bench-import-'));
const database = await openDatabase({ directory: join(home, 'database') });
await migrate(database.pool);
const population = await populate(database.pool, 101, USERS);
const domain = 'bench101.example';
await database.pool.query(`update users set is_admin = true where email = 'p1@${domain}'`);
await database.close();
const server = await startServer({ PORT: String(PORT), DATA_DIR: home, NODE_ENV: 'production', DEMO: '0' });
const connection = new HttpConnection(PORT);
try {
  const [admin, learner] = [
    await signIn(connection, population, `p1@${domain}`),
    await signIn(connection, population, population.learner),
  ];
  const call = (method: string, path: string, body?: unknown) =>
    connection.send(method, path, { token: admin, body }) as Promise<PeopleImport>;

  async function measure(what: string, work: () => Promise<unknown>) {
    const visitor = new HttpConnection(PORT);
    const stop = openHome(visitor, learner);
    const before = process.cpuUsage();
    const from = performance.now();
    const result = await work();
    const seconds = (performance.now() - from) / 1_000;
    const times = await stop();
    const { user, system } = process.cpuUsage(before);
    visitor.close();
    const [p50, p99, max] = [0.5, 0.99, 1].map((q) => quantile(times, q).toFixed(0));
    process.stdout.write(
      `${what.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s, processor ${((user + system) / 1e6).toFixed(1).padStart(5)} s   home: ${times.length} calls, p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms   ${JSON.stringify(result ?? '')}\n`,
    );
  }
  async function waitFor(importId: string, state: PeopleImport['state']) {
    for (;;) {
      const current = await call('GET', `/api/admin/people/import/${importId}`);
      if (current.state === state) return current;
      if (current.state === 'failed') throw new Error('The import failed');
      await delay(200);
    }
  }
  async function importFile() {
    let importId = '';
    await measure('upload', async () => {
      const response = await fetch(`http://127.0.0.1:${PORT}/api/admin/people/import`, {
        method: 'POST',
        headers: { authorization: admin, 'content-type': 'text/csv' },
        body: file(domain),
      });
      ({ importId } = (await response.json()) as PeopleImport);
    });
    const url = `/api/admin/people/import/${importId}`;
    await measure('check', async () => {
      await call('POST', `${url}/check`, { mapping: FIELDS, createsDepartments: true });
      return (await waitFor(importId, 'checked')).found;
    });
    await measure('import', async () => {
      await call('POST', `${url}/apply`, { sendsInvitations: false });
      return (await waitFor(importId, 'done')).applied;
    });
  }

  process.stdout.write(`\nImport of ${ROWS} people, embedded database\n`);
  await measure('nothing else', () => delay(5_000));
  await importFile();
  process.stdout.write('The same file again\n');
  await importFile();
} finally {
  connection.close();
  await server.stop();
  rmSync(home, { recursive: true, force: true });
}
