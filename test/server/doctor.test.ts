import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examine } from '#server/commands/doctor/doctor.ts';
import { openDatabase } from '#server/db/open.ts';
import { createSharedDatabase } from '#test/support/sharedPostgres.ts';
import { describeOnPostgres } from '#test/support/testPostgres.ts';

const home = mkdtempSync(join(tmpdir(), 'trellis-doctor-'));
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  rmSync(home, { recursive: true, force: true });
});

/** What the doctor says about a part, as `level: text`. */
async function findingsOf(part: string, env: Record<string, string>) {
  const findings = await examine({ DATA_DIR: join(home, 'data'), ...env });
  return findings.filter((one) => one.part === part).map(({ level, text }) => `${level}: ${text}`);
}
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

it('finds no problem with the defaults, and only creates a missing data directory', async () => {
  const findings = await examine({ DATA_DIR: join(home, 'new') });
  expect(findings.filter(({ level, part }) => level !== 'ok' && part !== 'disk')).toEqual([]);
  expect(readdirSync(join(home, 'new'))).toEqual([]);
});

it('reports every setting that is missing or not valid', async () => {
  const found = await findingsOf('settings', { DEPLOYMENT: 'production', PORT: 'four thousand' });
  for (const name of ['PORT', 'PUBLIC_URL', 'PACKAGES_ORIGIN', 'DATABASE_URL'])
    expect(found).toContainEqual(expect.stringMatching(`^problem: ${name} `));
});

it('reports a data directory that is not writable', async () => {
  writeFileSync(join(home, 'file'), '');
  expect(await findingsOf('data directory', { DATA_DIR: join(home, 'file') })).toEqual([
    expect.stringMatching(/^problem: .*file cannot be written/),
  ]);
});

it('says why database, mail and messaging cannot be used', async () => {
  const free = createTcpServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const closed = portOf(free);
  await new Promise((done) => free.close(done));
  const env = {
    DATABASE_URL: `postgres://trellis@127.0.0.1:${closed}/trellis`,
    SMTP_URL: `smtp://127.0.0.1:${closed}`,
    ...pubnub(closed),
  };
  const findings = await examine({ DATA_DIR: join(home, 'data'), ...env });
  const problems = findings.filter(({ level }) => level === 'problem');
  expect(problems.map(({ part }) => part)).toEqual(['database', 'messaging', 'mail']);
  for (const { text, fix } of problems) {
    expect(text).toMatch(/refused|ECONNREFUSED/);
    expect(fix).toMatch(/Start|Correct/);
  }
});

const pubnub = (port: number) => ({
  PUBNUB_PUBLISH_KEY: 'pub',
  PUBNUB_SUBSCRIBE_KEY: 'sub',
  PUBNUB_SECRET_KEY: 'sec-c-0123456789abcdef0123456789',
  PUBNUB_ORIGIN: `127.0.0.1:${port}`,
  PUBNUB_SSL: '0',
});

/** A messaging service whose clock is ahead, and that accepts the keys or not. */
async function messagingWith({ secondsAhead = 0, status = 200 }) {
  const answer: RequestListener = (request, response) => {
    const isTime = request.url?.startsWith('/time/0');
    response.writeHead(isTime ? 200 : status, { 'content-type': 'application/json' });
    response.end(
      isTime
        ? `[${Date.now() + secondsAhead * 1_000}0000]`
        : JSON.stringify({ status, data: [], message: 'Forbidden', error: status !== 200 }),
    );
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return pubnub(portOf(server));
}

it('compares the clock with the messaging service’s clock, and tries the secret key', async () => {
  expect(await findingsOf('clock', await messagingWith({}))).toEqual([
    expect.stringMatching(/^ok: same time as 127/),
  ]);
  expect(await findingsOf('clock', await messagingWith({ secondsAhead: 20 }))).toEqual([
    expect.stringMatching(/^warning: (19|20)\.\d s from the clock of 127/),
  ]);
  const wrong = await messagingWith({ secondsAhead: 3_600, status: 403 });
  expect(await findingsOf('clock', wrong)).toEqual([expect.stringMatching(/^problem: 3(600|599)/)]);
  expect(await findingsOf('messaging', wrong)).toEqual([
    expect.stringMatching(/^problem: .* refused a call with the secret key/),
  ]);
});

describeOnPostgres('a PostgreSQL database', () => {
  it('is reported as ready, or as older or newer than this version', async () => {
    const { appUrl, drop } = await createSharedDatabase();
    closers.push(drop);
    const env = { DATABASE_URL: appUrl };
    const version = () => findingsOf('database version', env);
    expect(await findingsOf('database', env)).toEqual([expect.stringMatching(/^ok: PostgreSQL \d+/)]);
    expect(await version()).toEqual(['ok: up to date']);
    const { pool, close } = await openDatabase({ url: appUrl, poolSize: 1 });
    try {
      await pool.query(
        `delete from schema_migrations where name = (select max(name) from schema_migrations)`,
      );
      expect(await version()).toEqual([expect.stringMatching(/^ok: the next start, .* runs 1 migration$/)]);
      await pool.query(`insert into schema_migrations (name) values ('9999_later.sql')`);
      expect(await version()).toEqual([expect.stringMatching(/^problem: .* newer version .*9999_later/)]);
    } finally {
      await close();
    }
  });
});

it('says whether NATS can be used, and when the process does not use it', async () => {
  // A minimal NATS server: it returns each message to the only subscription.
  const nats = createTcpServer((socket) => {
    socket.write(
      'INFO {"server_id":"test","version":"2.11.0","max_payload":1048576,"proto":1,"headers":true}\r\n',
    );
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      if (text.includes('PING')) socket.write('PONG\r\n');
      const sid = /SUB \S+ (\S+)/.exec(text)?.[1];
      if (sid) socket.write(`MSG trellis.messaging.doctor ${sid} 0\r\n\r\n`);
    });
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(nats, 'listening');
  closers.push(() => nats.close());
  const port = portOf(nats);
  expect(await findingsOf('NATS', {})).toEqual([]);
  expect(await findingsOf('NATS', { NATS_URL: `nats://127.0.0.1:${port}` })).toEqual([
    `warning: 127.0.0.1:${port} accepts messages, but this process does not use it`,
  ]);
  expect(await findingsOf('NATS', { NATS_URL: 'nats://127.0.0.1:9' })).toEqual([
    expect.stringMatching(/^problem: 127\.0\.0\.1:9 cannot be used: /),
  ]);
});
