import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PubNub from 'pubnub';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { freePort, startPostgres } from '#test/journeys/support/postgres.ts';
import { anObjective } from '#test/support/anObjective.ts';
import { startRoundRobin } from './roundRobin.ts';
import { number, pause, printFigure, requirePostgres, until } from './support.ts';

/**
 * The archive of an older version is replaced by the archive of this version while people work: two API and two messaging
 * processes, one after the other, as docs/operating.md says. Then a backup is restored into a new database.
 * `UPGRADE_FROM` is the commit of the older version; by default the commit before the newest migrations.
 */
const CALLERS = Number(process.env.UPGRADE_CALLERS ?? 8);
const PUBLISHERS = 2;
const MIGRATIONS = 3;
const PASSWORD = 'violet harbour spoon';
const [publishKey, subscribeKey, secretKey] = [
  'pub-c-upgrade',
  'sub-c-upgrade',
  `sec-c-${'0123456789'.repeat(4)}`,
];

const programs = requirePostgres();
if (!existsSync('.git')) {
  process.stdout.write('SKIPPED the history of the code is missing\n');
  process.exit(0);
}
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const beforeMigrations = () => {
  const added = git('log', '--diff-filter=A', '--format=%H', `-${MIGRATIONS}`, '--', 'server/db/migrations');
  return `${added.split('\n').at(-1)}~1`;
};
const from = git('rev-parse', process.env.UPGRADE_FROM ?? beforeMigrations());
const home = mkdtempSync(join(tmpdir(), 'trellis-upgrade-'));

/** Makes the archive in a checkout and unpacks it. */
function unpack(checkout: string, name: string): string {
  execFileSync(process.execPath, ['scripts/release.ts'], { cwd: checkout, stdio: 'inherit' });
  const [archive = ''] = readdirSync(join(checkout, 'release')).filter((file) => file.endsWith('.tar.gz'));
  const folder = join(home, name);
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', join(checkout, 'release', archive), '-C', folder, '--strip-components=1']);
  return folder;
}
const checkout = join(home, 'checkout');
git('worktree', 'add', '--quiet', '--detach', checkout, from);
execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
  cwd: checkout,
  stdio: 'inherit',
});
const older = unpack(checkout, 'older');
git('worktree', 'remove', '--force', checkout);
const newer = unpack(process.cwd(), 'newer');
const migrationsIn = (folder: string) => readdirSync(join(folder, 'server/db/migrations')).length;
const migrations = migrationsIn(newer) - migrationsIn(older);
assert.ok(process.env.UPGRADE_FROM || migrations > 0);

const postgres = await startPostgres(programs);
const urlOf = (user: string, database = user) => {
  const url = new URL(postgres.url);
  url.username = user;
  url.pathname = database;
  return url.href;
};
const admin = await openDatabase({ url: postgres.url, poolSize: 1 });
for (const name of ['app', 'messaging']) {
  await admin.pool.query(`create role ${name} login ${name === 'app' ? 'createrole' : ''}`);
  await admin.pool.query(`create database ${name} owner ${name} encoding 'UTF8' template template0`);
}

interface Running {
  port: number;
  output: () => string;
  stop(): Promise<void>;
}
const running = new Set<Running>();

async function start(
  archive: string,
  command: string,
  env: Record<string, string>,
  path: string,
): Promise<Running> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['bin/trellis', command], {
    cwd: archive,
    env: { DEMO: '0', PORT: String(port), MESSAGING_PORT: String(port), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const started: Running = {
    port,
    output: () => output,
    async stop() {
      running.delete(started);
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      assert.equal(child.exitCode, 0, output);
    },
  };
  running.add(started);
  await until(async () => {
    assert.equal(child.exitCode, null, output);
    return fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ ok }) => ok,
      () => false,
    );
  }, 90_000);
  return started;
}

const [api, messages] = [await startRoundRobin({ readyPath: '/api/ready' }), await startRoundRobin()];
const startMessaging = (archive: string) =>
  start(
    archive,
    'messaging',
    {
      DATABASE_URL: urlOf('messaging'),
      DATA_DIR: join(home, 'messaging'),
      MESSAGING_PUBLISH_KEY: publishKey,
      MESSAGING_SUBSCRIBE_KEY: subscribeKey,
      MESSAGING_SECRET_KEY: secretKey,
    },
    '/health',
  );
const startApi = async (archive: string, database = 'app') =>
  start(
    archive,
    'serve',
    {
      MESSAGING_PORT: String(await freePort()),
      PACKAGES_PORT: String(await freePort()),
      PUBLIC_URL: api.url,
      DATA_DIR: join(home, 'data'),
      DATABASE_URL: urlOf('app', database),
      PUBNUB_PUBLISH_KEY: publishKey,
      PUBNUB_SUBSCRIBE_KEY: subscribeKey,
      PUBNUB_SECRET_KEY: secretKey,
      PUBNUB_ORIGIN: `127.0.0.1:${messages.port}`,
      PUBNUB_SSL: '0',
      SHUTDOWN_DELAY_SECONDS: '2',
    },
    '/api/ready',
  );
const portsOf = (processes: readonly Running[]) => processes.map(({ port }) => port);

let messagingProcesses = [await startMessaging(older), await startMessaging(older)];
messages.use(portsOf(messagingProcesses));
let apiProcesses = [await startApi(older)];
apiProcesses.push(await startApi(older));
api.use(portsOf(apiProcesses));

// The set-up that an operator does.
const email = 'ada@lark.example';
type Body = Record<string, string>;
async function call(
  method: string,
  path: string,
  { token = '', body }: { token?: string; body?: object } = {},
) {
  const response = await fetch(api.url + path, {
    method,
    headers: { authorization: token, origin: api.url, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  return text;
}
const json = async (...args: Parameters<typeof call>) => JSON.parse(await call(...args)) as Body;
const output = apiProcesses.map((one) => one.output()).join('');
const [, token = ''] =
  /setup\?token=([\w-]+)/g.exec(apiProcesses[1]?.output() ?? '') ??
  /setup\?token=([\w-]+)/.exec(output) ??
  [];
await call('POST', '/api/auth/setup', {
  body: {
    token,
    organisation: 'Lark & Sons',
    firstName: 'Ada',
    lastName: 'Lovelace',
    emailAddress: email,
    newPassword: PASSWORD,
  },
});
const signIn = async () => {
  const pool = await json('GET', `/api/user-pool?email=${email}`);
  return (
    (await json('POST', '/api/auth/sign-in', { body: { ...pool, email, password: PASSWORD } })).idToken ?? ''
  );
};
const { objectiveId } = await json('POST', '/api/objectives', {
  token: await signIn(),
  body: anObjective({ title: 'Listen first' }),
});

const failures: string[] = [];
const notes: string[] = [];
const sent: string[] = [];
let calls = 0;
let isOver = false;
async function attempt(work: () => Promise<unknown>) {
  calls++;
  await work().catch((error: unknown) => failures.push(String(error)));
}
const SETTINGS = { bellOff: [], mailOff: [], mutedUntil: null };
// One after the other, because simultaneous attempts of one person count as failed ones until they have ended.
const sessions: string[] = [];
while (sessions.length < CALLERS) sessions.push(await signIn());
const callers = sessions.map(async (session, caller) => {
  const get = (path: string) => () => call('GET', path, { token: session });
  const work = [
    get('/api/session'),
    get('/api/home'),
    get('/api/search?q=ad'),
    get('/api/profile'),
    get(`/api/objectives/${objectiveId}`),
    get('/login'),
    () => call('PUT', '/api/notification-settings', { token: session, body: SETTINGS }),
    async () => {
      const text = `note ${caller}-${calls}`;
      const body = { text, value: null, isShared: false };
      await call('POST', `/api/objectives/${objectiveId}/notes`, { token: session, body });
      notes.push(text);
    },
  ];
  for (let n = caller; !isOver; n++) {
    await attempt(work[n % work.length] ?? get('/api/session'));
    await pause(20);
  }
});
/** Sessions that begin and end during the upgrade. */
const newSessions = (async () => {
  while (!isOver) {
    await attempt(async () => call('GET', '/api/session', { token: await signIn() }));
    await pause(1_000);
  }
})();
const publishers = Array.from({ length: PUBLISHERS }, async (_, publisher) => {
  const pubnub = new PubNub({
    publishKey,
    subscribeKey,
    secretKey,
    userId: `publisher-${publisher}`,
    origin: `127.0.0.1:${messages.port}`,
    ssl: false,
    retryConfiguration: PubNub.NoneRetryPolicy(),
  });
  for (let n = 0; !isOver; n++) {
    const text = `message ${publisher}-${n}`;
    await attempt(async () => {
      await pubnub.publish({ channel: 'upgrade', message: text });
      sent.push(text);
    });
    await pause(20);
  }
  pubnub.destroy(true);
});

/** Replaces the processes one after the other. `isDrained`: the balancer gets the list without a process before it stops. */
async function replace(
  processes: Running[],
  proxy: { use(ports: readonly number[]): void },
  next: () => Promise<Running>,
  { isDrained }: { isDrained: boolean },
): Promise<Running[]> {
  let current = processes;
  for (const old of processes) {
    current = [...current, await next()];
    proxy.use(portsOf(current));
    const rest = current.filter((one) => one !== old);
    if (isDrained) proxy.use(portsOf(rest));
    await pause(500);
    await old.stop();
    current = rest;
    proxy.use(portsOf(current));
  }
  return current;
}
await pause(2_000);
const callsBefore = calls;
messagingProcesses = await replace(messagingProcesses, messages, () => startMessaging(newer), {
  isDrained: true,
});
apiProcesses = await replace(apiProcesses, api, () => startApi(newer), { isDrained: false });
const callsDuring = calls - callsBefore;
await pause(2_000);
isOver = true;
await Promise.all([...callers, newSessions, ...publishers]);
assert.deepEqual(failures, []);

/** What is acknowledged is in the database. */
async function requireAll(database: string, query: string, texts: readonly string[]) {
  const opened = await openDatabase({ url: urlOf('trellis', database), poolSize: 1 });
  const { rows } = await opened.pool.query<{ text: string }>(query);
  await opened.close();
  const found = new Set(rows.map(({ text }) => text));
  assert.deepEqual(
    texts.filter((text) => !found.has(text)),
    [],
  );
}
assert.ok(notes.length > 20 && sent.length > 20);
await requireAll('app', 'select text from objective_notes', notes);
await requireAll('messaging', `select payload::json #>> '{}' as text from messaging.messages`, sent);

// The backup of docs/operating.md, restored into a new database.
for (const one of running) await one.stop();
const dump = join(home, 'app.dump');
execFileSync(join(programs, 'pg_dump'), ['-Fc', '-f', dump, urlOf('trellis', 'app')]);
await admin.pool.query("create database restored owner app encoding 'UTF8' template template0");
execFileSync(join(programs, 'pg_restore'), ['-d', urlOf('trellis', 'restored'), '--exit-on-error', dump]);
/** Number and checksum of the rows of each table. */
async function rowsOf({ pool }: OpenDatabase) {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const query = `select count(*), md5(string_agg(t::text, ',' order by t::text)) from "${name}" as t`;
    [rows[name]] = (await pool.query(query)).rows;
  }
  return rows;
}
const [original, restored] = await Promise.all(
  ['app', 'restored'].map((name) => openDatabase({ url: urlOf('trellis', name), poolSize: 1 })),
);
assert.deepEqual(await rowsOf(restored!), await rowsOf(original!));
await Promise.all([original?.close(), restored?.close()]);
messages.use(portsOf([await startMessaging(newer)]));
api.use(portsOf([await startApi(newer, 'restored')]));
const found = await call('GET', `/api/objectives/${objectiveId}`, { token: await signIn() });
assert.match(found, /Listen first/);
for (const one of running) await one.stop();
api.stop();
messages.stop();
await admin.close();
await postgres.stop();
rmSync(home, { recursive: true });
printFigure(
  `${from.slice(0, 8)} to this version with ${migrations} migrations: ${number(callsDuring)} calls during the upgrade, ${failures.length} of ${number(calls)} failed; a backup restores every row`,
);
