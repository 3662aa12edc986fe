import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from '#server/db/lock.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { openEmbeddedDatabase } from '#test/support/testDatabase.ts';
import { testsEmbedded } from '#test/support/testPostgres.ts';

/** Does not optimize the embedded database, which takes 4 s of processor time. */
const WITHOUT_OPTIMIZED_WASM = '--liftoff-only';

describe('the embedded database', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openEmbeddedDatabase();
  });
  afterAll(() => database.close());

  it('returns values with their types to the ordinary client', async () => {
    const { rows } = await database.pool.query('select $1::int as n, $2::jsonb as j, true as b', [
      7,
      { a: 'ä' },
    ]);
    expect(rows).toEqual([{ n: 7, j: { a: 'ä' }, b: true }]);
  });

  it('continues after a failed query, simple or prepared', async () => {
    await expect(database.pool.query('select * from nowhere')).rejects.toMatchObject({ code: '42P01' });
    await expect(database.pool.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
    await expect(database.pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it('passes no open transaction or setting on to the next client', async () => {
    await database.pool.query('create table kept (n int)');
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`set application_name = 'left over'`);
    await client.query('insert into kept values (1)');
    client.release(new Error('the client failed'));
    const { rows } = await database.pool.query(
      `select (select count(*)::int from kept) as kept, current_setting('application_name') as name`,
    );
    expect(rows).toEqual([{ kept: 0, name: '' }]);
  });

  it('keeps nothing of its responses in memory', () => {
    const script = `
      let thread;
      process.on('worker', (worker) => (thread = worker));
      const { openDatabase } = await import('#server/db/open.ts');
      const { pool } = await openDatabase({ memory: true });
      for (let n = 0; n < 400; n++)
        await pool.query("select repeat('x', 1000) from generate_series(1, 100)");
      const { used_heap_size } = await thread.getHeapStatistics();
      process.stdout.write(String(used_heap_size), () => process.exit());`;
    const { stdout } = spawnSync(process.execPath, [WITHOUT_OPTIMIZED_WASM, '-e', script]);
    const heap = Number(String(stdout));
    // The responses are 40 MB.
    expect(heap).toBeGreaterThan(0);
    expect(heap).toBeLessThan(30 * 1024 ** 2);
  });

  it('returns their own rows to parallel callers, even in transactions', async () => {
    const transact = async (n: number) => {
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        const { rows } = await client.query('select $1::int as n', [n]);
        await client.query('commit');
        return rows[0].n as number;
      } finally {
        client.release();
      }
    };
    const numbers = Array.from({ length: 60 }, (_, n) => n);
    expect(await Promise.all(numbers.map(transact))).toEqual(numbers);
  });

  it('rejects every query immediately once its thread has ended', async () => {
    const script = `
      process.once('worker', (worker) => { globalThis.worker = worker; });
      const { openDatabase } = await import('#server/db/open.ts');
      const { pool, close } = await openDatabase({ memory: true });
      const codeOf = (query) => query.then(() => 'answered', ({ code }) => code);
      const codes = [await codeOf(pool.query('select 1'))];
      const client = await pool.connect();
      await client.query('begin');
      const running = codeOf(client.query('select pg_sleep(45)'));
      await worker.terminate();
      codes.push(await running, await codeOf(client.query('rollback')));
      client.release(true);
      codes.push(await codeOf(pool.query('select 1')), await codeOf(pool.query('select 1')));
      await close();
      process.stdout.write(codes.join());`;
    const { stdout } = spawnSync(process.execPath, [WITHOUT_OPTIMIZED_WASM, '-e', script], {
      timeout: 50_000,
    });
    expect(stdout.toString()).toBe('answered,08003,,08003,08003');
  });

  it('creates another database as a copy of this one', async () => {
    await database.pool.query('create table copied as select 5 as n');
    const copy = await openDatabase({ memory: true, dump: await database.dump!() });
    const { rows } = await copy.pool.query('select n from copied');
    await copy.close();
    expect(rows).toEqual([{ n: 5 }]);
  });
});

describe('a data directory', () => {
  const parent = mkdtempSync(join(tmpdir(), 'trellis-lock-'));
  const directory = join(parent, 'database');
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('is locked by exactly one of several processes that start together, and free once that process is killed', async () => {
    const claimed = join(parent, 'claimed');
    const script = `
      const { lockDirectory } = await import('#server/db/lock.ts');
      const goAt = Number(process.argv[1]);
      while (Date.now() < goAt);
      try { lockDirectory(${JSON.stringify(claimed)}); process.stdout.write('mine\\n'); process.stdin.resume(); }
      catch (error) { process.stdout.write(error.name + '\\n'); }`;
    writeFileSync(`${claimed}.lock`, '999999999');
    const goAt = String(Date.now() + 1_500);
    const starters = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script, goAt], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    const ended = Promise.all(starters.map((starter) => once(starter, 'exit')));
    const answers = await Promise.all(
      starters.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
    );
    expect(answers.toSorted()).toEqual(['DirectoryInUse', 'DirectoryInUse', 'DirectoryInUse', 'mine']);
    const holder = starters[answers.indexOf('mine')]!;
    expect(() => lockDirectory(claimed)).toThrow(`in use by process ${holder.pid}`);
    holder.kill('SIGKILL');
    await ended;
    lockDirectory(claimed)();
  });

  if (testsEmbedded)
    it('keeps its data and is open in one process at a time', async () => {
      const first = await openDatabase({ directory });
      await first.pool.query('create table t as select 1 as n');
      await expect(openDatabase({ directory })).rejects.toThrow(`in use by process ${process.pid}`);
      await first.close();

      const second = await openDatabase({ directory });
      expect((await second.pool.query('select n from t')).rows).toEqual([{ n: 1 }]);
      await second.close();
    });
});
