import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { sessionCleanUps } from '#server/access/session/index.ts';
import { startDigests } from '#server/chat/index.ts';
import type { CleanUp } from '#server/db/cleanUp.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { PUBLIC_ORIGIN, startApi, type TestApi } from '#test/support/api.ts';
import { startTestPostgres, type TestPostgres } from '#test/support/startTestPostgres.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { describeOnPostgres } from '#test/support/testPostgres.ts';

/** `OLD_ROWS=1000000` tests with more rows. */
const OLD_ROWS = Number(process.env.OLD_ROWS ?? 10_000);
/** Time limit for every statement, including the statements of people who work at the same time. */
const STATEMENT_MS = 2_000;
const MAX_BATCH = 2_000;
/** Below the limit of calls per minute, however long the clean-up takes. */
const CALL_EVERY_MS = 15;
const DAY = 24 * 60 * 60_000;
const log = pino({ level: 'silent' });

jest.setTimeout(120_000 + OLD_ROWS * 5);

describeOnPostgres(`the clean-up of ${OLD_ROWS} old rows on PostgreSQL`, () => {
  let postgres: TestPostgres;
  let api: TestApi;
  let admin: OpenDatabase;
  let org: TestOrganisation;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    // Prepares the rows, without a limit of time.
    admin = await openDatabase({
      url: postgres.url.replace(/postgres$/, 'app'),
      poolSize: 1,
      timeouts: { statementMs: 0 },
    });
    api = await startApi({
      openDatabase: () => openDatabase({ url: postgres.appUrl, timeouts: { statementMs: STATEMENT_MS } }),
    });
    org = await api.organisation();
    await admin.pool.query(`
      create table batches ("table" text, size int);
      create function record_batch() returns trigger language plpgsql security definer as $$
      begin
        insert into public.batches select tg_table_name, count(*) from gone;
        return null;
      end $$`);
  });
  afterAll(async () => {
    await api?.close();
    await admin?.close();
    await postgres?.stop();
  });

  const id = (prefix: string) => `'${prefix}' || lpad(n::text, ${16 - prefix.length}, '0')`;
  const insert = (text: string) =>
    admin.pool.query(text.replaceAll('$rows', `generate_series(1, ${OLD_ROWS}) as n`));
  const count = async (table: string) =>
    (await admin.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0;
  const recordBatches = (table: string) =>
    admin.pool.query(`create trigger record_batch after delete on ${table}
      referencing old table as gone for each statement execute function record_batch()`);

  /** Runs a clean-up while a learner uses the product, and checks that `left` rows remain. */
  async function cleanUp(table: string, cleanUps: CleanUp[], left: number) {
    const learner = await api.as(org, org.learner);
    await recordBatches(table);
    let isDone = false;
    const deleting = Promise.all(cleanUps.map(({ deleteOld }) => deleteOld(() => false))).finally(() => {
      isDone = true;
    });
    const statuses = new Set<number>();
    do
      for (const url of ['/api/session', '/api/home', '/api/programs']) {
        statuses.add((await learner.get(url)).status);
        await pause(CALL_EVERY_MS);
      }
    while (!isDone);
    await deleting;
    expect(await count(table)).toBe(left);
    expect([...statuses]).toEqual([200]);
    const { rows } = await admin.pool.query<{ size: number }>('select size from batches where "table" = $1', [
      table,
    ]);
    const sizes = rows.map(({ size }) => size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(OLD_ROWS);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_BATCH);
  }

  it('deletes sessions with their refresh tokens', async () => {
    await insert(`
      insert into sessions (id, tenant_id, user_id, created_at, expires_at, revoked_at)
        select ${id('s')}, ${org.tenantId}, ${org.learner.userId}, now() - interval '90 days',
          case when n % 2 = 0 then now() - interval '60 days' else now() + interval '1 day' end,
          case when n % 2 = 0 then null else now() - interval '50 days' end from $rows`);
    await insert(`
      insert into refresh_tokens (hash, tenant_id, session_id, created_at)
        select sha256((n || 'token')::bytea), ${org.tenantId}, ${id('s')}, now() - interval '90 days' from $rows`);
    const left = (await count('sessions')) - OLD_ROWS + 1; // and the statement of the learner who works at the same time
    await cleanUp('sessions', sessionCleanUps(api.pool, api.clock.now), left);
    expect(await count('refresh_tokens')).toBe(left);
  });

  it('deletes notifications that were sent or refused, and keeps the newer ones', async () => {
    await insert(`
      insert into notifications_outbox (id, tenant_id, receiver_id, dedupe_key, body, created_at, not_before, sent_at, refused_at)
        select ${id('n')}, ${org.tenantId}, ${org.learner.userId}, 'old' || n, '{}', now(), now(),
          case when n % 3 > 0 then now() - interval '60 days' end,
          case when n % 3 = 0 then now() - interval '60 days' end from $rows`);
    await admin.pool.query(`
      insert into notifications_outbox (id, tenant_id, receiver_id, dedupe_key, body, created_at, not_before, sent_at)
        select ${id('k')}, ${org.tenantId}, ${org.learner.userId}, 'kept' || n, '{}', now(), now(), now() - interval '20 days'
        from generate_series(1, 5) as n`);
    await cleanUp('notifications_outbox', [api.outbox.cleanUp], 5);
  });

  it('deletes closed posts and their completed mails', async () => {
    await insert(`
      insert into mail_digests (id, tenant_id, receiver_id, created_at, not_before, ended_at, outcome)
        select ${id('d')}, ${org.tenantId}, ${org.learner.userId}, now(), now(), now() - interval '60 days', 'sent' from $rows`);
    await insert(`
      insert into unread_posts (id, tenant_id, sender_id, receiver_id, preview, created_at, closed_at, digest_id)
        select ${id('p')}, ${org.tenantId}, ${org.manager.userId}, ${org.learner.userId}, 'text', now(),
          now() - interval '60 days', ${id('d')} from $rows`);
    await recordBatches('unread_posts');
    const digests = startDigests({
      pool: api.pool,
      realtime: api.messaging.realtime,
      mail: { send: async () => {} },
      publicOrigin: PUBLIC_ORIGIN,
      delayMs: DAY,
      now: api.clock.now,
      log,
    });
    await cleanUp('mail_digests', [digests.cleanUp], 0);
    await digests.stop();
    expect(await count('unread_posts')).toBe(0);
    const { rows } = await admin.pool.query(`select max(size) from batches where "table" = 'unread_posts'`);
    expect(rows[0].max).toBeLessThanOrEqual(MAX_BATCH);
  });
});
