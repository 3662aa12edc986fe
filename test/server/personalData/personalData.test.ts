import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountHistory, DataRequests, OwnDataRequests } from '#contract/administration/dataRequests.ts';
import { createAudit, verifyAuditLogs } from '#server/administration/audit/index.ts';
import { collectRows } from '#server/administration/personalData/collect.ts';
import { attendToRequests } from '#server/administration/personalData/jobs.ts';
import { sql } from '#server/db/drizzle.ts';
import { asOwner, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { connectPubNub, type Realtime } from '#server/realtime/index.ts';
import { keys, startService, type TestService } from '#test/server/messaging/service.ts';
import { REFRESH_KEY, startApi, type TestApi, until } from '#test/support/api.ts';
import { PASSWORD } from '#test/support/testOrganisation.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';
import { unzip } from '#test/support/unzip.ts';
import { ANSWER, CONFIDENTIAL, createPersonWithData, NAME, SENTENCES } from './aPersonWithData.ts';

const DAY = 24 * 60 * 60_000;
jest.setTimeout(90_000);

onEachDatabase((openDatabase) => {
  let service: TestService;
  let realtime: Realtime;
  let api: TestApi;
  let mailDirectory: string;
  let person: Awaited<ReturnType<typeof createPersonWithData>>;
  beforeAll(async () => {
    service = await startService();
    realtime = connectPubNub({ ...keys, origin: `127.0.0.1:${service.port}`, ssl: false });
    mailDirectory = mkdtempSync(join(tmpdir(), 'mail-'));
    api = await startApi({ hasJobs: true, realtime, mailDirectory, openDatabase });
    person = await createPersonWithData(api, service);
  }, 90_000);
  afterAll(async () => {
    await api.close();
    realtime.stop();
    await service.close();
    rmSync(mailDirectory, { recursive: true });
  });

  type Caller = Awaited<ReturnType<TestApi['as']>>;
  const own = async (caller: Caller) => (await caller.get<OwnDataRequests>('/api/data-requests')).body;
  const attend = (jobs: Pick<Jobs, 'register' | 'schedule' | 'enqueue'> = api.jobs) =>
    attendToRequests({ pool: api.pool, jobs }, api.clock.now(), new AbortController().signal);
  const exported = async (caller: Caller) => {
    await until(async () => (await own(caller)).export?.state === 'done', 60_000);
    return (await own(caller)).export!;
  };

  it('exports everything about a person once, for this person only, for 7 days', async () => {
    const { org, learner } = person;
    const asked = await Promise.all(
      [1, 2, 3].map(() => learner.post<OwnDataRequests>('/api/data-requests/export')),
    );
    expect(asked.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(asked.map(({ body }) => body.export?.requestId)).size).toBe(1);
    const { requestId, bytes, percent } = await exported(learner);
    expect(percent).toBe(100);

    const url = `/api/data-requests/${requestId}/file`;
    const { status, body, headers } = await learner.get<Buffer>(url);
    expect([status, headers['content-type'], body.length]).toEqual([200, 'application/zip', bytes]);
    const files = unzip(body);
    const page = files.get('index.html')?.toString('utf8') ?? '';
    const data = files.get('data.json')?.toString('utf8') ?? '';
    const chat = files.get(`chats/${person.channel}.json`)?.toString('utf8') ?? '';
    expect(page).toContain(`${NAME.firstName} ${NAME.lastName}`);
    const { chat: written, edited, ...stored } = SENTENCES;
    for (const text of [...Object.values(stored), CONFIDENTIAL])
      expect([text, data.includes(text), page.includes(text)]).toEqual([text, true, true]);
    for (const text of [`${written} 0`, `${written} 29`, edited, ANSWER]) {
      expect(chat).toContain(text);
      expect(page).toContain(text);
    }
    expect(chat).not.toContain('a typo');
    expect([...files.keys()].filter((name) => name.startsWith('pictures/'))).toHaveLength(1);
    expect(data).not.toContain('argon2');
    expect(page).not.toMatch(/<script|(src|href)="https?:/);

    expect((await (await api.as(org, org.manager)).get(url)).status).toBe(404);
    expect((await (await api.as(org, org.admin)).get(url)).status).toBe(404);
    const channel = `notif_T${org.tenantId}_U${org.learner.userId}`;
    await until(async () => JSON.stringify(await realtime.history(channel)).includes('DATA_EXPORT_READY'));
    await until(() => readdirSync(mailDirectory).some((name) => name === `${requestId}.eml`));
    const mail = readFileSync(join(mailDirectory, `${requestId}.eml`), 'utf8');
    expect(mail).toContain('/profile/my-data#data-export');
    expect(mail).toContain('The copy of your data');

    api.clock.pass(8 * DAY);
    await attend();
    const later = await api.as(org, org.learner);
    expect((await later.get(url)).status).toBe(404);
    const parts = await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`select 1 from data_request_parts`),
    );
    expect(parts.rows).toEqual([]);
    expect((await own(later)).export).toBeNull();
  });

  it('exports the chats of an organisation that encrypts them', async () => {
    const { enableEncryption } = await import('#server/messagingConfig/index.ts');
    const { createEncryptor } = await import('#server/realtime/index.ts');
    const org = await api.organisation();
    await enableEncryption(api.pool, org.domain);
    const learner = await api.as(org, org.learner);
    await learner.post('/api/conversations', { peerId: org.coach.userId });
    const { body } = await learner.get<{ cipherKeys: { key: string }[] }>('/api/messaging/config');
    const encrypt = await createEncryptor(body.cipherKeys[0]?.key ?? '');
    const [channel] = await realtime.channelsOf(org.learner.uuid);
    const message = {
      user: { id: 1, firstName: 'L', lastName: 'P' },
      details: 'the secret harbour',
      timestamp: Date.now(),
    };
    await service
      .owner(org.learner.uuid)
      .publish({ channel: channel ?? '', message: encrypt(JSON.stringify(message)) });
    await learner.post('/api/data-requests/export');
    const { requestId } = await exported(learner);
    const { body: archive } = await learner.get<Buffer>(`/api/data-requests/${requestId}/file`);
    expect(unzip(archive).get(`chats/${channel}.json`)?.toString('utf8')).toContain('the secret harbour');
  });

  it('accepts a sign-in within the last 10 minutes from people without a password, and requires a new one after that', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const { userId } = org.learner;
    const inTenant = (statement: ReturnType<typeof sql>) =>
      withTenant(api.pool, org.tenantId, (tx) => tx.execute(statement));
    const confirmation = async () => (await own(learner)).confirmation;
    expect(await confirmation()).toBe('password');
    const missing = await learner.post('/api/data-requests/erasure', {});
    expect([missing.status, missing.body.fields]).toEqual([400, { currentPassword: 'is missing' }]);

    await inTenant(sql`update users set password_hash = null where id = ${userId}`);
    expect(await confirmation()).toBe('none');
    expect((await learner.post('/api/data-requests/erasure', {})).status).toBe(202);
    expect((await learner.delete('/api/data-requests/erasure')).status).toBe(200);

    await inTenant(
      sql`update sessions set created_at = created_at - interval '11 minutes' where user_id = ${userId}`,
    );
    expect(await confirmation()).toBe('password-reset');
    expect((await learner.post('/api/data-requests/erasure', { currentPassword: PASSWORD })).status).toBe(
      422,
    );
    await inTenant(sql`
      insert into passkeys (id, tenant_id, user_id, public_key, counter, transports, name, created_at)
      values ('key of an erasure', ${org.tenantId}, ${userId}, '', 0, '', 'Laptop', now())`);
    expect(await confirmation()).toBe('passkey');
    await inTenant(sql`
      insert into sign_on_settings (tenant_id, issuer, client_id, client_secret, secret_saved_at, mode, creates_people)
      values (${org.tenantId}, 'https://login.example', 'trellis', 'x', now(), 'allowed', false)`);
    expect(await confirmation()).toBe('sign-on');
    expect((await learner.post('/api/data-requests/erasure', {})).status).toBe(422);
  });

  it('requires the password for an erasure, waits 14 days, and can be cancelled', async () => {
    const org = await api.organisation();
    const [learner, admin] = [await api.as(org, org.learner), await api.as(org, org.admin)];
    const ask = (caller: Caller, currentPassword: string) =>
      caller.post<OwnDataRequests>('/api/data-requests/erasure', { currentPassword });
    expect(await ask(learner, 'wrong horse')).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: 'is not correct' } },
    });
    // The only administrator cannot be erased, because the organisation needs one.
    expect((await ask(admin, PASSWORD)).status).toBe(422);
    const asked = await ask(learner, PASSWORD);
    expect(asked.status).toBe(202);
    const { requestedAt, dueAt } = asked.body.erasure!;
    expect(Date.parse(dueAt) - Date.parse(requestedAt)).toBe(14 * DAY);
    expect((await learner.get('/api/session')).body.erasesAt).toBe(dueAt);
    const listed = await admin.get<DataRequests>('/api/admin/data-requests');
    expect(listed.body).toMatchObject({
      open: 1,
      data: [{ kind: 'erasure', state: 'waiting', dueAt, person: { userId: org.learner.userId } }],
    });
    expect((await learner.get('/api/admin/data-requests')).status).toBe(404);
    await attend();
    expect((await own(learner)).erasure?.state).toBe('waiting');
    expect((await learner.delete('/api/data-requests/erasure')).status).toBe(200);
    expect((await learner.delete('/api/data-requests/erasure')).status).toBe(422);
    expect((await own(learner)).erasure).toBeNull();
    expect((await learner.get('/api/session')).body).not.toHaveProperty('erasesAt');
  });

  it('refuses the erasure of the emergency administrator, and says why an erasure was not possible', async () => {
    const org = await api.organisation();
    const [manager, admin] = [await api.as(org, org.manager), await api.as(org, org.admin)];
    await admin.patch(`/api/admin/people/${org.manager.userId}`, { isAdmin: true });
    const asked = await manager.post<OwnDataRequests>('/api/data-requests/erasure', {
      currentPassword: PASSWORD,
    });
    expect(asked).toMatchObject({ status: 202, body: { erasureFailedAt: null } });
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`
        insert into sign_on_settings (tenant_id, issuer, client_id, client_secret, secret_saved_at, tested_version, mode,
          creates_people, emergency_admin_id)
        values (${org.tenantId}, 'https://login.example', 'trellis', 'x', now(), 1, 'enforced', false, ${org.manager.userId})`),
    );
    api.clock.pass(14 * DAY + 1);
    await attend();
    const again = await api.as(org, org.manager);
    await until(async () => (await own(again)).erasure === null);
    expect((await own(again)).erasureFailedAt).toBe(asked.body.erasure?.dueAt);
    expect(await again.post('/api/data-requests/erasure', { currentPassword: PASSWORD })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('emergency administrator') },
    });
  });

  it('lists who read feedback about a person, and exports entries of others without their address', async () => {
    const org = await api.organisation();
    const [learner, admin] = [await api.as(org, org.learner), await api.as(org, org.admin)];
    await admin.patch(`/api/admin/people/${org.learner.userId}`, { title: 'Planner' });
    await asOwner(api.pool, org.tenantId, async (tx) => {
      await tx.execute(sql`
        insert into surveys (id, tenant_id, owner_id, name, mode, k, questions, audience, subject_id, created_at)
        values ('feedbackaboutme1', ${org.tenantId}, ${org.coach.userId}, 'Feedback', 'confidential', 3, '[]', '{}', ${org.learner.userId}, now())`);
      await createAudit({ key: REFRESH_KEY, now: api.clock.now }).record(
        tx,
        { userId: org.coach.userId, requestId: null, address: '203.0.113.99' },
        { action: 'survey.results-read', subject: { type: 'survey', id: 'feedbackaboutme1' } },
      );
    });
    const { body } = await learner.get<AccountHistory>('/api/profile/account-history');
    expect(body.data.map(({ action, actor }) => [action, actor?.userId])).toEqual([
      ['survey.results-read', org.coach.userId],
      ['person.changed', org.admin.userId],
    ]);
    const tables = await withTenant(api.pool, org.tenantId, (tx) => collectRows(tx, org.learner.userId));
    const entries = tables.find(({ table }) => table === 'audit_entries')?.rows ?? [];
    expect(entries.map(({ personal }) => personal)).toEqual(['{"reason":null}']);
  });

  it('erases people whose retention time is over, unless they are reactivated in time', async () => {
    const org = await api.organisation();
    const admin = () => api.as(org, org.admin); // a session ends within 85 days
    const change = async (person: { userId: number }, status: string) =>
      (await admin()).patch(`/api/admin/people/${person.userId}`, { status });
    const requests = async () =>
      (await (await admin()).get<DataRequests>('/api/admin/data-requests')).body.data.map(
        ({ person: { userId }, kind, state, byRule }) => ({ userId, kind, state, byRule }),
      );
    await change(org.learner, 'deactivated');
    await change(org.manager, 'deactivated');
    await (await admin()).patch('/api/admin/settings', { version: 0, deactivatedDays: 100 });
    api.clock.pass(85 * DAY);
    await attend();
    expect(await requests()).toEqual([]);
    api.clock.pass(2 * DAY);
    await attend();
    await attend();
    const planned = { kind: 'erasure', state: 'waiting', byRule: true };
    expect(await requests()).toEqual(
      expect.arrayContaining([
        { ...planned, userId: org.learner.userId },
        { ...planned, userId: org.manager.userId },
      ]),
    );
    expect(await requests()).toHaveLength(2);
    await change(org.manager, 'active');
    api.clock.pass(15 * DAY);
    await attend();
    await until(
      async () => (await requests()).every(({ state }) => state === 'done' || state === 'cancelled'),
      30_000,
    );
    expect(await requests()).toEqual(
      expect.arrayContaining([
        { ...planned, userId: org.learner.userId, state: 'done' },
        { ...planned, userId: org.manager.userId, state: 'cancelled' },
      ]),
    );
  });

  it('plans all erasures of an organisation if the job fails for an earlier one', async () => {
    const [failing, org] = [await api.organisation(), await api.organisation()];
    await withTenant(api.pool, failing.tenantId, (tx) =>
      tx.execute(sql`insert into data_requests (id, tenant_id, user_id, kind, state, requested_at, due_at)
        values (${'x'.repeat(16)}, ${failing.tenantId}, ${failing.learner.userId}, 'export', 'waiting', now(), now())`),
    );
    await withTenant(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`insert into users (id, tenant_id, uuid, email, first_name, last_name, status, deactivated_at)
        select 1000000 + i, ${org.tenantId}, 'left-' || i, 'left' || i || '@left.example', 'Left', 'No' || i, 'deactivated', '2020-01-01'
        from generate_series(1, 1001) as i`),
    );
    const admin = await api.as(org, org.admin);
    await admin.patch('/api/admin/settings', { version: 0, deactivatedDays: 100 });
    const enqueue: Jobs['enqueue'] = (tx, ...rest) => {
      if (tx.tenantId === failing.tenantId) throw new Error('The queue is full');
      return api.jobs.enqueue(tx, ...rest);
    };
    await expect(attend({ ...api.jobs, enqueue })).rejects.toThrow(
      `The work for the organisations ${failing.tenantId} failed`,
    );
    const { rows } = await withTenant(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`select count(*)::int as planned from data_requests`),
    );
    expect(rows).toEqual([{ planned: 1_001 }]);
    // Later tests let more time pass.
    await withTenant(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`update data_requests set state = 'cancelled', ended_at = now()`),
    );
    await admin.patch('/api/admin/settings', { version: 1, deactivatedDays: null });
  });

  it('deletes check-ins that are older than the setting, in this organisation only', async () => {
    const [org, other] = [await api.organisation(), await api.organisation()];
    const today = api.clock.now().getTime();
    const dayBefore = (days: number) => new Date(today - days * DAY).toISOString().slice(0, 10);
    for (const { tenantId, learner, manager } of [org, other])
      await withTenant(api.pool, tenantId, async (tx) => {
        for (const [index, days] of [99, 101, 400].entries()) {
          const id = `checkin${tenantId}n${index}`.padEnd(16, '0').slice(0, 16);
          await tx.execute(sql`
            insert into check_ins (id, tenant_id, user_id, week, version, state, created_at, updated_at)
            values (${id}, ${tenantId}, ${learner.userId}, ${dayBefore(days)}, 1, 'open', now(), now())`);
          await tx.execute(sql`
            insert into check_in_comments (id, tenant_id, check_in_id, author_id, text, at)
            values (${id}, ${tenantId}, ${id}, ${manager.userId}, 'Thank you', now())`);
        }
      });
    const weeksOf = ({ tenantId }: typeof org) =>
      withTenant(api.pool, tenantId, async (tx) => {
        const { rows } = await tx.execute<{ week: string }>(
          sql`select week::text as week from check_ins join check_in_comments c on c.check_in_id = check_ins.id order by 1`,
        );
        return rows.map(({ week }) => week);
      });
    const admin = await api.as(org, org.admin);
    await admin.patch('/api/admin/settings', { version: 0, checkInDays: 100 });
    await attend();
    expect(await weeksOf(org)).toEqual([dayBefore(99)]);
    expect(await weeksOf(other)).toEqual([dayBefore(400), dayBefore(101), dayBefore(99)]);
  });

  it('leaves no trace of an erased person in any table, file, log or message, and keeps the audit log valid', async () => {
    const { org, channel } = person;
    // The search finds existing data.
    expect(
      (await asOwner(api.pool, org.tenantId, (tx) => tracesIn(tx, [NAME.lastName]))).length,
    ).toBeGreaterThan(0);
    const learner = await api.as(org, org.learner);
    await learner.post('/api/data-requests/export');
    await exported(learner);
    const countOf = async (table: string) =>
      (
        await asOwner(api.pool, org.tenantId, (tx) =>
          tx.execute(sql.raw(`select count(*)::int as n from ${table}`)),
        )
      ).rows;
    const aggregates = [
      'enrolments',
      'step_records',
      'topic_completions',
      'propensity_results',
      'coaching_sessions',
      'survey_participations',
      'topics',
    ];
    const before = await Promise.all(aggregates.map(countOf));
    await learner.post('/api/data-requests/erasure', { currentPassword: PASSWORD });
    api.clock.pass(14 * DAY);
    await attend();
    const admin = await api.as(org, org.admin);
    await until(async () => {
      const { data } = (await admin.get<DataRequests>('/api/admin/data-requests')).body;
      return data.some(({ kind, state }) => kind === 'erasure' && state === 'done');
    }, 30_000);

    const terms = [
      NAME.firstName,
      NAME.lastName,
      org.learner.email,
      'zi/zir',
      CONFIDENTIAL,
      ...Object.values(SENTENCES),
    ];
    // Row level security applies to the owner of the tables too, so the search runs in the organisation.
    expect(await asOwner(api.pool, org.tenantId, (tx) => tracesIn(tx, terms))).toEqual([]);
    expect(await asOwner(service.database.pool, 1, (tx) => tracesIn(tx, terms))).toEqual([]);
    const files = readdirSync(mailDirectory).map((name) => readFileSync(join(mailDirectory, name), 'utf8'));
    const texts = [...files, ...api.lines].join('\n');
    expect(terms.filter((term) => texts.includes(term))).toEqual([]);

    // Texts and figures of other people stay.
    expect(JSON.stringify(await realtime.history(channel))).toContain(ANSWER);
    expect(await Promise.all(aggregates.map(countOf))).toEqual(before);
    const logs = await verifyAuditLogs(api.pool, Buffer.alloc(32, 7));
    expect(logs.filter(({ fault }) => fault)).toEqual([]);
    const { body } = await admin.get<{ data: { action: string; subject: object }[] }>('/api/admin/audit');
    expect(body.data[0]).toMatchObject({ action: 'person.erased', subject: { name: 'Erased person' } });
    // The account can never be used again.
    expect((await api.signIn(org, org.learner)).status).toBe(401);
    const again = await admin.patch(`/api/admin/people/${org.learner.userId}`, { status: 'active' });
    expect(again.status).toBe(422);
  });
});

/** All tables with a row that contains one of the texts, as text or as bytes of a binary column. */
async function tracesIn(tx: TenantTransaction, terms: readonly string[]): Promise<string[]> {
  const { rows: tables } = await tx.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(10);
  const patterns = terms.flatMap((term) => [`%${term}%`, `%${Buffer.from(term).toString('hex')}%`]);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await tx.execute<{ row: string }>(
      sql`select found::text as row from ${sql.raw(name)} as found where found::text ilike any (${sql.param(patterns)})`,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
