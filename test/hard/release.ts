import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/db/open.ts';
import { startPostgres } from '#test/journeys/support/postgres.ts';
import { printFigure, requirePostgres } from './support.ts';

/**
 * The archive of `npm run release` on a machine with only Node and PostgreSQL: it runs from a directory that it cannot
 * write, finds its configuration correct, and is replaced under load without a failed call.
 */
const CALLERS = 20;
const ROUNDS = 3;
const PASSWORD = 'violet harbour spoon';

const home = mkdtempSync(join(tmpdir(), 'trellis-release-'));
chmodSync(home, 0o755);
const postgres = await startPostgres(requirePostgres());
const running: ChildProcess[] = [];

execFileSync(process.execPath, ['scripts/release.ts'], { stdio: 'inherit' });
const [archive = ''] = readdirSync('release').filter((name) => name.endsWith('.tar.gz'));
execFileSync('tar', ['-xzf', join(process.cwd(), 'release', archive), '-C', home]);
const application = join(home, archive.replace('.tar.gz', ''));
execFileSync('chmod', ['-R', 'a-w', application]);
const node = join(home, 'node');
copyFileSync(process.execPath, node);

/** A user without rights, so that the directory is read-only even when the test runs as root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const data = join(home, 'data');
mkdirSync(data, { mode: 0o777 });
chmodSync(data, 0o777);

/** Two databases with a login each, as docs/operating.md says. */
const admin = await openDatabase({ url: postgres.url, poolSize: 1 });
for (const name of ['app', 'messaging']) {
  await admin.pool.query(`create role ${name} login ${name === 'app' ? 'createrole' : ''}`);
  await admin.pool.query(`create database ${name} owner ${name} encoding 'UTF8' template template0`);
}
await admin.close();
const urlOf = (name: string) => {
  const url = new URL(postgres.url);
  url.username = name;
  url.pathname = name;
  return url.href;
};
const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
};
const keys = ['pub-c-release', 'sub-c-release', 'sec-c-0123456789abcdef0123456789abcdef'] as const;

interface Running {
  url: string;
  output(): string;
  child: ChildProcess;
}

function start(command: string, env: Record<string, string>): Running {
  const child = spawn(node, ['bin/trellis', command], { cwd: application, env, ...user });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return { url: `http://127.0.0.1:${env.PORT ?? env.MESSAGING_PORT}`, output: () => output, child };
}

async function until(isTrue: () => Promise<boolean> | boolean, what: () => string) {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) if (await isTrue()) return;
  throw new Error(`Not within 60 s: ${what()}`);
}
const isReady = (url: string, path = '/api/ready') =>
  fetch(url + path).then(
    ({ ok }) => ok,
    () => false,
  );

const messagingPort = String(await freePort());
const [publishKey, subscribeKey, secretKey] = keys;
const messaging = start('messaging', {
  MESSAGING_PORT: messagingPort,
  DATABASE_URL: urlOf('messaging'),
  DATA_DIR: join(data, 'messaging'),
  MESSAGING_PUBLISH_KEY: publishKey,
  MESSAGING_SUBSCRIBE_KEY: subscribeKey,
  MESSAGING_SECRET_KEY: secretKey,
});
await until(() => isReady(messaging.url, '/health'), messaging.output);

const settings = async () => ({
  DEMO: '0',
  PORT: String(await freePort()),
  PACKAGES_PORT: String(await freePort()),
  PUBLIC_URL: 'http://localhost:4000',
  DATA_DIR: join(data, 'trellis'),
  DATABASE_URL: urlOf('app'),
  PUBNUB_PUBLISH_KEY: publishKey,
  PUBNUB_SUBSCRIBE_KEY: subscribeKey,
  PUBNUB_SECRET_KEY: secretKey,
  PUBNUB_ORIGIN: `127.0.0.1:${messagingPort}`,
  PUBNUB_SSL: '0',
  SHUTDOWN_DELAY_SECONDS: '2',
});

const doctor = start('doctor', await settings());
const [status] = (await once(doctor.child, 'exit')) as [number];
assert.equal(status, 0, doctor.output());
assert.match(doctor.output(), /0 problems/);

const startedAt = performance.now();
const first = start('serve', await settings());
await until(() => isReady(first.url), first.output);
const startMs = performance.now() - startedAt;
// The web application is in the archive.
const page = await (await fetch(`${first.url}/login`)).text();
const [script = ''] = /\/assets\/app\.[0-9a-f]+\.js/.exec(page) ?? [];
assert.ok((await fetch(first.url + script)).ok, page);

// The set-up that an operator does.
const [, token = ''] = /setup\?token=([\w-]+)/.exec(first.output()) ?? [];
const send = async (url: string, body: object) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};
const organisation = {
  token,
  organisation: 'Lark & Sons',
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@lark.example',
  newPassword: PASSWORD,
};
const created = await send(`${first.url}/api/auth/setup`, organisation);
assert.ok(created.status < 300, JSON.stringify(created));
const email = organisation.emailAddress;
const pool = (await (await fetch(`${first.url}/api/user-pool?email=${email}`)).json()) as object;
const signedIn = await send(`${first.url}/api/auth/sign-in`, { ...pool, email, password: PASSWORD });
assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body));
const { idToken = '' } = signedIn.body;

/** The processes that a load balancer would use: those whose readiness check succeeds. */
let targets = [first];
let isOver = false;
const failures: string[] = [];
let calls = 0;
const callers = Array.from({ length: CALLERS }, async (_, caller) => {
  for (let n = caller; !isOver; n++) {
    const target = targets[n % targets.length];
    try {
      const response = await fetch(`${target?.url}/api/session`, { headers: { authorization: idToken } });
      await response.arrayBuffer();
      if (!response.ok) failures.push(String(response.status));
    } catch (error) {
      failures.push(String((error as Error & { cause?: unknown }).cause ?? error));
    }
    calls++;
    await pause(20);
  }
});
const checking = (async () => {
  while (!isOver) {
    const ready = await Promise.all(targets.map(({ url }) => isReady(url)));
    targets = targets.filter((_, index) => ready[index] !== false);
    await pause(200);
  }
})();
for (let round = 0; round < ROUNDS; round++) {
  const [old] = targets;
  const next = start('serve', await settings());
  await until(() => isReady(next.url), next.output);
  targets = [...targets, next];
  await pause(1_000);
  old?.child.kill('SIGTERM');
  const [code] = (await once(old?.child ?? next.child, 'exit')) as [number];
  assert.equal(code, 0, old?.output() ?? '');
}
isOver = true;
await Promise.all([...callers, checking]);
assert.deepEqual(failures, []);

for (const child of running) child.kill('SIGTERM');
for (const child of running) if (child.exitCode === null) await once(child, 'exit');
await postgres.stop();
execFileSync('chmod', ['-R', 'u+w', application]);
rmSync(home, { recursive: true });
printFigure(
  `ready after ${(startMs / 1_000).toFixed(1)} s from a read-only directory; ${ROUNDS} replacements during ${calls} calls, ${failures.length} failed`,
);
