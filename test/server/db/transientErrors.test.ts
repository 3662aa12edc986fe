import type { PoolClient } from 'pg';
import type { Program } from '#contract/learning/programs.ts';
import { sql } from '#server/db/drizzle.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { toHttpError } from '#server/http/problems.ts';
import { createMessagingService } from '#server/messaging/index.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { createSharedDatabase, type SharedDatabase } from '#test/support/sharedPostgres.ts';
import { describeOnPostgres } from '#test/support/testPostgres.ts';

jest.setTimeout(60_000); // starting a database takes a long time

it.each(['40001', '40P01', '55P03', '57014', '57P01', '08006'])(
  'responds to the database error %s with 503 and a retry time',
  (code) => {
    const error = Object.assign(new Error('ended by the database'), { code });
    for (const thrown of [error, new Error('Failed query', { cause: error })])
      expect(toHttpError(thrown)).toMatchObject({
        status: 503,
        code: 'unavailable',
        headers: { 'retry-after': '2' },
      });
  },
);

describeOnPostgres('on PostgreSQL', () => {
  let shared: SharedDatabase;
  let api: TestApi;
  let other: OpenDatabase;
  let blocker: PoolClient;
  beforeAll(async () => {
    shared = await createSharedDatabase();
    const openImpatient = () => openDatabase({ url: shared.appUrl, timeouts: { statementMs: 300 } });
    api = await startApi({ openDatabase: openImpatient });
    other = await openDatabase({ url: shared.url, poolSize: 1 });
  });
  beforeEach(async () => {
    blocker = await other.pool.connect();
  });
  afterEach(async () => {
    await blocker.query('rollback');
    blocker.release();
  });
  afterAll(async () => {
    await api?.close();
    await other?.close();
    await shared?.drop();
  });

  const lockUser = (id: number) => sql`select from users where id = ${id} for update`;

  it('repeats the transaction that a deadlock ended, so that both succeed', async () => {
    const org = await api.organisation();
    // On a busy machine, a statement timeout could end the second transaction too.
    const patient = await openDatabase({ url: shared.appUrl });
    const [a, b] = [org.learner.userId, org.manager.userId];
    const attempts = { first: 0, second: 0 };
    const bothHoldOne = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() };
    const lockBoth = (name: 'first' | 'second', [one, two]: [number, number]) =>
      withTenant(patient.pool, org.tenantId, async (tx) => {
        attempts[name]++;
        await tx.execute(lockUser(one));
        bothHoldOne[name].resolve();
        await bothHoldOne[name === 'first' ? 'second' : 'first'].promise;
        await tx.execute(lockUser(two));
        return name;
      });
    expect(await Promise.all([lockBoth('first', [a, b]), lockBoth('second', [b, a])])).toEqual([
      'first',
      'second',
    ]);
    await patient.close();
    // Usually 3. On a busy machine, the transaction that goes on can meet the second attempt of the other one.
    expect(attempts.first + attempts.second).toBeGreaterThan(2);
  });

  it('repeats a transaction after a serialization failure', async () => {
    const { tenantId, learner } = await api.organisation();
    const options = encodeURIComponent('-c default_transaction_isolation=serializable');
    const strict = await openDatabase({ url: `${shared.appUrl}?options=${options}` });
    let attempts = 0;
    await withTenant(strict.pool, tenantId, async (tx) => {
      attempts++;
      await tx.execute(sql`select from users where id = ${learner.userId}`);
      if (attempts === 1)
        await blocker.query(`update users set title = 'Changed' where id = $1`, [learner.userId]);
      await tx.execute(sql`update users set title = title || ' twice' where id = ${learner.userId}`);
    });
    await strict.close();
    expect(attempts).toBe(2);
    const { rows } = await blocker.query('select title from users where id = $1', [learner.userId]);
    expect(rows).toEqual([{ title: 'Changed twice' }]);
  });

  it.each([
    ['writes', withTenant, 'for update'],
    ['only reads', readTenant, ''],
  ])('repeats a transaction that %s after a statement timeout', async (_what, work, lock) => {
    const { tenantId, learner } = await api.organisation();
    await blocker.query('begin; lock table users in access exclusive mode');
    let attempts = 0;
    const { rowCount } = await work(api.pool, tenantId, async (tx) => {
      attempts++;
      if (attempts === 2) await blocker.query('commit');
      return tx.execute(sql.raw(`select from users where id = ${learner.userId} ${lock}`));
    });
    expect([attempts, rowCount]).toEqual([2, 1]);
  });

  it('responds with 503 and a retry time if the second attempt fails too, and changes nothing', async () => {
    const org = await api.organisation({ stepsDone: 99, leftReady: 2 });
    const learner = await api.as(org, org.learner);
    const url = `/api/programs/${org.programId}`;
    const completion = `${url}/topics/${org.topicIds[0]}/completion`;
    await blocker.query('begin; lock table enrolments in access exclusive mode');
    const calls = [learner.put(completion), learner.get(url), learner.get('/api/home')];
    for (const { status, body, headers } of await Promise.all(calls)) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    await blocker.query('commit');
    expect((await learner.get<Program>(url)).body.topics[0]?.state).toBe('ready');
    expect((await learner.put(completion)).status).toBe(200);
  });

  it('makes the messaging service respond with 503 and a retry time', async () => {
    const database = await openDatabase({ url: shared.appUrl, timeouts: { statementMs: 300 } });
    const keys = { publishKey: 'pub', subscribeKey: 'sub', secretKey: 'sec' };
    const service = createMessagingService({
      database: database.pool,
      keys,
      access: 'off',
      rateLimit: 'off',
      files: 'off',
    });
    const { port } = await service.listen(0, '127.0.0.1');
    const publish = () => fetch(`http://127.0.0.1:${port}/publish/pub/sub/0/channel/0/%22text%22`);
    await blocker.query('begin; lock table messaging.messages in access exclusive mode');
    const refused = await publish();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    await blocker.query('commit');
    expect((await publish()).status).toBe(200);
    await service.stop();
    await database.close();
  });
});
