import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pino from 'pino';
import * as z from 'zod/mini';
import type { OpenDatabase } from '#server/db/open.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { createJobs, type FailedJob, type Jobs, type RunningJob } from '#server/jobs/index.ts';
import { until } from '#test/support/api.ts';
import { createTestOrganisation } from '#test/support/testOrganisation.ts';
import { onEachDatabase, openOnPostgres } from '#test/support/testPostgres.ts';
import { WITH_PARENT } from '#test/support/withParent.ts';

const startEndlessJob = (url = '') =>
  spawn(process.execPath, [...WITH_PARENT, 'test/support/endlessJob.ts'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'ignore',
  });

type Greeting = RunningJob<{ n: number }>;
const log = pino({ level: 'silent' });
const greet = { name: 'greet', payload: z.object({ n: z.number() }), retries: 1 };

jest.setTimeout(60_000);

onEachDatabase((open) => {
  let database: OpenDatabase;
  let tenantId: number;
  const running: Jobs[] = [];
  beforeAll(async () => {
    database = await open();
    ({ tenantId } = await createTestOrganisation(database.pool, new Date()));
  });
  afterEach(async () => {
    for (const jobs of running.splice(0)) await jobs.stop();
    await database.pool.query('delete from pgboss.job');
  });
  afterAll(() => database?.close());

  async function startJobs(
    run: (job: Greeting) => Promise<void>,
    onFailed?: (job: FailedJob<{ n: number }>) => Promise<void>,
  ) {
    const { pool } = database;
    const jobs = createJobs({ pool, log, pollSeconds: 0.5, retrySeconds: 1, superviseSeconds: 1 });
    running.push(jobs);
    jobs.register(greet, run, onFailed);
    await jobs.start();
    return jobs;
  }
  const enqueue = (jobs: Jobs, n: number, options = {}) =>
    withTenant(database.pool, tenantId, (tx) => jobs.enqueue(tx, greet, { n }, options));

  it('runs only jobs of committed transactions, each with its organisation', async () => {
    const seen: unknown[] = [];
    const jobs = await startJobs(async ({ tenantId: of, payload }) => void seen.push({ of, ...payload }));
    const undone = withTenant(database.pool, tenantId, async (tx) => {
      await jobs.enqueue(tx, greet, { n: 1 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await enqueue(jobs, 2);
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ of: tenantId, n: 2 }]);
    await until(async () => (await jobs.count()).pending === 0);
  });

  it('restores the rights of the request after a job was added', async () => {
    const jobs = await startJobs(async () => {});
    const role = await withTenant(database.pool, tenantId, async (tx) => {
      await jobs.enqueue(tx, greet, { n: 1 });
      return (await tx.execute<{ role: string }>('select current_user as role')).rows[0]?.role;
    });
    expect(role).toBe('trellis_app');
  });

  it('gives requests no access to the tables of jobs', async () => {
    const read = withTenant(database.pool, tenantId, (tx) => tx.execute('select * from pgboss.job'));
    await expect(read).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  it('refuses a payload that does not match its schema', async () => {
    const jobs = await startJobs(async () => {});
    const wrong = withTenant(database.pool, tenantId, async (tx) =>
      jobs.enqueue(tx, greet, { n: 'two' } as unknown as { n: number }),
    );
    await expect(wrong).rejects.toThrow('invalid_type');
    expect(await jobs.count()).toEqual({ pending: 0, failed: 0 });
  });

  it('runs a failed job again, and marks it as failed when no attempts are left', async () => {
    let attempts = 0;
    const jobs = await startJobs(async () => {
      attempts += 1;
      throw new Error('the name of a person');
    });
    await enqueue(jobs, 1);
    await until(async () => (await jobs.count()).failed === 1, 30_000);
    expect(attempts).toBe(2);
    const { rows } = await database.pool.query<{ output: unknown }>('select output from pgboss.job');
    expect(JSON.stringify(rows[0]?.output)).not.toContain('the name of a person');
  });

  it('adds no second job while one with the same key waits', async () => {
    const jobs = await startJobs(async () => {});
    const later = { singletonKey: 'one', startAfter: new Date(Date.now() + 60_000) };
    expect(await enqueue(jobs, 1, later)).not.toBeNull();
    expect(await enqueue(jobs, 2, later)).toBeNull();
    expect(await jobs.count()).toEqual({ pending: 1, failed: 0 });
  });

  it('writes the settings and times that have changed at the next start, and no others', async () => {
    const startWith = async (retries: number, cron: string) => {
      const jobs = createJobs({ pool: database.pool, log, retrySeconds: 1 });
      running.push(jobs);
      jobs.register({ name: 'changed', payload: z.object({}), retries }, async () => {});
      jobs.schedule({ name: 'repeated', cron, run: async () => {} });
      await jobs.start();
      await jobs.stop();
      const { rows } = await database.pool.query(
        `select retry_limit, cron, queue.updated_on as queue_written, schedule.updated_on as cron_written
        from pgboss.queue, pgboss.schedule where queue.name = 'changed' and schedule.name = 'repeated'`,
      );
      return rows[0];
    };
    const first = await startWith(2, '7 * * * *');
    expect(first).toMatchObject({ retry_limit: 2, cron: '7 * * * *' });
    expect(await startWith(2, '7 * * * *')).toEqual(first);
    expect(await startWith(3, '9 * * * *')).toMatchObject({ retry_limit: 3, cron: '9 * * * *' });
    await database.pool.query("delete from pgboss.schedule where name = 'repeated'");
  });

  it('hands a job that a shutdown interrupted to another process', async () => {
    let hasStarted = false;
    const stopped = await startJobs(async ({ signal }) => {
      hasStarted = true;
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
    await enqueue(stopped, 1);
    await until(() => hasStarted);
    await stopped.stop();
    const seen: number[] = [];
    await startJobs(async ({ payload }) => void seen.push(payload.n));
    await until(() => seen.length > 0);
    expect(seen).toEqual([1]);
  });

  // The embedded database ends with the process.
  if (open === openOnPostgres)
    it('gives a job to another process if the first one was killed, and reports it when no attempts are left', async () => {
      const failed: FailedJob<{ n: number }>[] = [];
      const onFailed = async (job: FailedJob<{ n: number }>) => void failed.push(job);
      const jobs = await startJobs(async () => {}, onFailed);
      await jobs.stop();
      const attemptRunning = async () => {
        const { rows } = await database.pool.query<{ attempt: number }>(
          `select retry_count as attempt from pgboss.job where state = 'active'`,
        );
        return rows[0]?.attempt;
      };
      await enqueue(jobs, 1);
      for (const attempt of [0, 1]) {
        const worker = startEndlessJob(database.pool.options.connectionString);
        await until(async () => (await attemptRunning()) === attempt, 20_000);
        worker.kill('SIGKILL');
        await once(worker, 'exit');
        expect(await attemptRunning()).toBe(attempt);
        // The sign of life is missing for longer than the limit.
        await database.pool.query(`update pgboss.job set heartbeat_on = now() - interval '31 seconds'`);
      }
      const seen: number[] = [];
      const last = await startJobs(async ({ payload }) => void seen.push(payload.n), onFailed);
      await until(async () => (await last.count()).failed === 1, 20_000);
      await until(() => failed.length > 0, 20_000);
      expect(seen).toEqual([]);
      expect(failed).toEqual([{ tenantId, payload: { n: 1 } }]);
    });

  it('runs each job once while several processes work', async () => {
    const seen: number[] = [];
    const run = async ({ payload }: Greeting) => void seen.push(payload.n);
    const [first, second] = [await startJobs(run), await startJobs(run)];
    for (let n = 1; n <= 10; n++) await enqueue(n % 2 ? first : second, n);
    await until(() => seen.length >= 10);
    expect(seen.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
