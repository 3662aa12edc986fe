import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { INSTANCE_LOCK } from '#server/messaging/instanceLock.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';
import { WITH_PARENT } from '#test/support/withParent.ts';
import { until } from './service.ts';

const keys = {
  publishKey: 'pub-c-lock',
  subscribeKey: 'sub-c-lock',
  secretKey: 'sec-c-lock-lock-lock-lock-lock-lock',
};
const programs = findPostgres();

(programs ? describe : describe.skip)('messaging processes on one PostgreSQL database', () => {
  const home = mkdtempSync(join(tmpdir(), 'messaging-lock-'));
  const started: ChildProcess[] = [];
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let admin: OpenDatabase;
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
    admin = await openDatabase({ url: postgres.url });
  }, 60_000);
  afterEach(async () => {
    for (const child of started.splice(0)) {
      child.kill('SIGKILL');
      await ended(child);
    }
  });
  afterAll(async () => {
    await admin.close();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const ended = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once('exit', () => resolve());
    });
  /** Starts `npm run messaging`, and waits until it is ready or has ended. */
  const start = async (name: string) => {
    const child = spawn(process.execPath, [...WITH_PARENT, 'server/messagingMain.ts'], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: join(home, name),
        DATABASE_URL: postgres.url,
        MESSAGING_PORT: '0',
        MESSAGING_PUBLISH_KEY: keys.publishKey,
        MESSAGING_SUBSCRIBE_KEY: keys.subscribeKey,
        MESSAGING_SECRET_KEY: keys.secretKey,
        MESSAGING_ACCESS: 'off',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    const service = { child, url: '', errors: '', exit: ended(child) };
    child.stderr.setEncoding('utf8').on('data', (text: string) => (service.errors += text));
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      service.url = /Messaging is ready at (http:\/\/localhost:\d+)/.exec(output)?.[1] ?? '';
    });
    await until(() => service.url !== '' || child.exitCode !== null, 30_000);
    return service;
  };
  const publish = async ({ url }: { url: string }, text: string) =>
    (await fetch(`${url}/publish/${keys.publishKey}/${keys.subscribeKey}/0/c/0/%22${text}%22`)).status;
  /** Cuts the connection that holds the lock, and takes the lock before the process can regain it. */
  const takeLock = async () => {
    const connection = await admin.pool.connect();
    const { rows } = await connection.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
      [...INSTANCE_LOCK],
    );
    const waiting = connection.query('select pg_advisory_lock($1, $2)', [...INSTANCE_LOCK]);
    await admin.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await waiting;
    return {
      release: async () => {
        await connection.query('select pg_advisory_unlock($1, $2)', [...INSTANCE_LOCK]);
        connection.release();
      },
    };
  };

  it('are refused with a one-line error while another process runs, and accepted after it has ended', async () => {
    const first = await start('first');
    expect(await publish(first, 'one')).toBe(200);
    const second = await start('second');
    await second.exit;
    expect(second.child.exitCode).toBe(1);
    expect(second.errors).toBe(
      'Another messaging process is using this database. Stop it, or set DATABASE_URL to another database.\n',
    );
    expect(await publish(first, 'two')).toBe(200);
    first.child.kill('SIGKILL');
    await first.exit;
    const third = await start('third');
    expect(await publish(third, 'three')).toBe(200);
    third.child.kill('SIGTERM');
    await third.exit;
    expect(third.child.exitCode).toBe(0);
    expect(third.errors).toBe('');
  }, 60_000);

  it('refuse messages while the lock is lost, and accept them when the lock is back', async () => {
    const service = await start('lost');
    expect(await publish(service, 'one')).toBe(200);
    const lock = await takeLock();
    await until(() => service.errors.includes('The database lock is lost'));
    expect(await publish(service, 'two')).toBe(503);
    await lock.release();
    await until(async () => (await publish(service, 'three')) === 200, 10_000);
    expect(service.child.exitCode).toBe(null);
  }, 60_000);

  it('end with a one-line error if another process has used the database in the meantime', async () => {
    const service = await start('overtaken');
    const lock = await takeLock();
    await admin.pool.query(`update messaging.instance set id = 'another'`);
    await service.exit;
    expect(service.child.exitCode).toBe(1);
    expect(service.errors).toContain(
      'Another messaging process has taken over the database. This process does not accept messages any more.\n',
    );
    await lock.release();
  }, 60_000);
});
