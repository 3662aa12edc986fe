import type { ImportRevert, ImportRows, PeopleImport } from '#contract/administration/import.ts';
import { type ApplyDeps, applyImport } from '#server/administration/import/applyImport.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { asOwner, readTenant, withTenant } from '#server/db/withTenant.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';

const HEADER = ['E-Mail', 'First name', 'Surname', 'Org unit', 'Line manager', 'Position'];
const MAPPING = ['emailAddress', 'firstName', 'lastName', 'department', 'manager', 'title'];

jest.setTimeout(120_000);

onEachDatabase((open) => {
  let api: TestApi;
  let org: TestOrganisation;
  let admin: Awaited<ReturnType<TestApi['as']>>;
  beforeAll(async () => {
    api = await startApi({ openDatabase: open, hasJobs: true });
  }, 60_000);
  beforeEach(async () => {
    org = await api.organisation();
    admin = await api.as(org, org.admin);
  });
  afterAll(() => api?.close());

  const at = (mailbox: string) => `${mailbox}@${org.admin.email.split('@')[1]}`;
  const upload = (file: string | Buffer, headers = {}) =>
    api.call<PeopleImport>('POST', '/api/admin/people/import?fileName=people.csv', {
      body: Buffer.from(file),
      headers: { authorization: admin.token, 'content-type': 'text/csv', ...headers },
    });
  const url = (importId: string, action = '') => `/api/admin/people/import/${importId}${action}`;
  async function waitFor(importId: string, state: PeopleImport['state']) {
    let current: PeopleImport | undefined;
    await until(async () => {
      current = (await admin.get<PeopleImport>(url(importId))).body;
      return current.state === state;
    }, 60_000);
    return current as PeopleImport;
  }
  async function check(importId: string, mapping: (string | null)[] = MAPPING, createsDepartments = true) {
    const { status, body } = await admin.post(url(importId, '/check'), { mapping, createsDepartments });
    expect([status, body]).toEqual([200, expect.objectContaining({ state: 'checking' })]);
    return (await waitFor(importId, 'checked')).found;
  }
  async function apply(importId: string, sendsInvitations = false) {
    expect((await admin.post(url(importId, '/apply'), { sendsInvitations })).status).toBe(200);
    return (await waitFor(importId, 'done')).applied;
  }
  const rows = async (importId: string, outcome = 'error') =>
    (await admin.get<ImportRows>(url(importId, `/rows?outcome=${outcome}`))).body.data;
  async function importOf(...lines: string[][]) {
    const { body, status } = await upload([HEADER, ...lines].map((cells) => cells.join(';')).join('\r\n'));
    expect(status).toBe(200);
    return body.importId;
  }
  const query = async <Row extends Record<string, unknown>>(statement: SQL) =>
    (await readTenant(api.pool, org.tenantId, (tx) => tx.execute<Row>(statement))).rows;
  const write = (statement: SQL) => withTenant(api.pool, org.tenantId, (tx) => tx.execute(statement));
  const people = () =>
    query<Record<string, unknown>>(sql`
      select u.email, u.first_name, u.last_name, u.title, u.status, u.is_admin, d.name as department, m.email as manager
      from users as u left join departments as d on d.id = u.department_id left join users as m on m.id = u.manager_id
      order by u.id`);

  it('updates changed values, keeps values whose cells are empty, and records each change', async () => {
    const importId = await importOf(
      [org.learner.email.toUpperCase(), 'Lara', 'Person', '', at('newboss'), ''],
      [at('newboss'), 'New', 'Boss', 'Sales', '', 'Director'],
      [org.colleague.email, 'Colleague', 'Person', '', '', ''],
    );
    expect(await check(importId)).toMatchObject({ create: 1, update: 1, unchanged: 1, values: 2 });
    expect(await rows(importId, 'update')).toEqual([
      {
        line: 2,
        person: 'Lara Person',
        problems: [],
        changes: [
          { field: 'firstName', before: 'Learner', after: 'Lara' },
          { field: 'manager', before: org.manager.email, after: at('newboss') },
        ],
      },
    ]);
    expect(await apply(importId, true)).toMatchObject({ created: 1, updated: 1 });
    expect((await people()).find(({ email }) => email === org.learner.email)).toMatchObject({
      first_name: 'Lara',
      title: 'Tester',
      manager: at('newboss'),
    });
    await until(() => api.mails.some(({ to }) => to.address === at('newboss')));
    const entries = await query<{ action: string; details: string }>(
      sql`select action, details from audit_entries order by seq`,
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'person.invited',
      'person.changed',
      'people.imported',
    ]);
    expect(entries[1]?.details).not.toContain('Lara');
    expect(JSON.parse(entries[2]?.details ?? '')).toMatchObject({
      created: { after: 1 },
      updated: { after: 1 },
    });
  });

  it('reverts an import: withdraws new people and restores values that have not changed since then', async () => {
    const importId = await importOf(
      [org.learner.email, 'Lara', 'Person', '', at('newboss'), ''],
      [org.colleague.email, 'Colin', 'Person', '', '', 'Changed'],
      [at('newboss'), 'New', 'Boss', 'Sales', '', 'Director'],
      [at('report'), 'New', 'Report', 'Sales', at('newboss'), ''],
      [at('joined'), 'New', 'Member', '', '', ''],
    );
    await check(importId);
    await apply(importId);
    const ids = Object.fromEntries(
      (await query<{ id: number; email: string }>(sql`select id, email from users`)).map((one) => [
        one.email,
        one.id,
      ]),
    );
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`update users set status = 'active', activated_at = now() where email = ${at('joined')}`),
    );
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`update users set title = 'Later' where email = ${org.colleague.email}`),
    );
    const expected = {
      withdrawn: 2,
      restored: 2,
      kept: 2,
      exceptions: [
        {
          userId: org.colleague.userId,
          name: expect.any(String),
          reason: 'The job title has changed since the import.',
        },
        { userId: ids[at('joined')], name: 'New Member', reason: 'The invitation was accepted.' },
      ],
    };
    const read = async () => (await admin.get<ImportRevert>(url(importId, '/revert'))).body;
    expect(await read()).toEqual(expected);

    expect((await admin.post(url(importId, '/revert'))).body).toMatchObject({ state: 'reverting' });
    await waitFor(importId, 'reverted');
    expect(await read()).toEqual(expected);
    const after = new Map((await people()).map((person) => [person.email, person]));
    expect(after.get(org.learner.email)).toMatchObject({
      first_name: 'Learner',
      manager: org.manager.email,
    });
    expect(after.get(org.colleague.email)).toMatchObject({ first_name: 'Colleague', title: 'Later' });
    expect([at('newboss'), at('report'), at('joined')].map((email) => after.get(email)?.status)).toEqual([
      'deactivated',
      'deactivated',
      'active',
    ]);
    const actions = await query<{ action: string }>(sql`select action from audit_entries order by seq`);
    expect(actions.map(({ action }) => action).slice(-6)).toEqual([
      'people.import-reverted',
      'person.changed',
      'person.changed',
      'person.changed',
      'person.deactivated',
      'person.deactivated',
    ]);
    expect((await admin.post(url(importId, '/revert'))).status).toBe(409);
  });

  it('skips people whom another administrator changes while the import runs', async () => {
    const importId = await importOf(
      [at('late'), 'Added', 'Twice', 'Night shift', '', ''],
      [org.learner.email, 'Learner', 'Person', '', org.colleague.email, ''],
    );
    await check(importId);
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(
        sql`update people_imports set state = 'applying', started_at = now() where id = ${importId}`,
      ),
    );
    // The import creates the department first. At that moment, an administrator adds the person and creates a cycle of
    // managers.
    const audit: ApplyDeps['audit'] = {
      async record(tx, _actor, ...entries) {
        if (!entries.some(({ action }) => action === 'department.created')) return;
        await tx.execute(sql`insert into users (tenant_id, uuid, email, first_name, last_name, time_zone, status, joined_at)
          values (${tx.tenantId}, ${`late-${org.tenantId}`}, ${at('late')}, 'Added', 'Before', 'UTC', 'invited', now())`);
        await tx.execute(
          sql`update users set manager_id = ${org.learner.userId} where id = ${org.colleague.userId}`,
        );
      },
    };
    const links = jest.fn();
    await applyImport(
      {
        pool: api.pool,
        audit,
        accountLinks: { inviteAll: links, wake: links, replace: links, revoke: links },
        jobs: api.jobs,
        now: api.clock.now,
      },
      { tenantId: org.tenantId, importId, signal: new AbortController().signal },
    );
    const { state, applied } = await waitFor(importId, 'done');
    expect([state, applied]).toEqual(['done', { created: 0, updated: 0, refused: 2, departments: 1 }]);
    const after = new Map((await people()).map((person) => [person.email, person]));
    expect(after.get(at('late'))).toMatchObject({ last_name: 'Before' });
    expect(after.get(org.learner.email)).toMatchObject({ manager: org.manager.email });
  });

  it('fails if every process that ran it was killed, and imports the rest when it is applied again', async () => {
    const importId = await importOf(
      [at('report'), 'New', 'Report', '', at('newboss'), ''],
      [at('newboss'), 'New', 'Boss', '', '', ''],
    );
    await check(importId);
    await withTenant(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`update people_imports set state = 'applying', started_at = now(), sends_invitations = true
        where id = ${importId}`),
    );
    // Ends after the first batch, which is the manager.
    const killed = new AbortController();
    const accountLinks = { inviteAll: async () => {}, wake: () => killed.abort() };
    const deps = {
      pool: api.pool,
      now: api.clock.now,
      audit: { record: async () => {} },
      accountLinks,
    } as unknown as ApplyDeps;
    const running = { tenantId: org.tenantId, importId, signal: killed.signal };
    await expect(applyImport(deps, running)).rejects.toThrow('aborted');
    // Its job after a process was killed during the last attempt.
    await api.pool.query(
      `insert into pgboss.job (name, data, state, retry_limit, retry_count, started_on, heartbeat_seconds, heartbeat_on, dead_letter)
       select name, $1, 'active', retry_limit, retry_limit, now(), heartbeat_seconds, now() - interval '31 seconds', dead_letter
       from pgboss.queue where name = 'people-import'`,
      [JSON.stringify({ tenantId: org.tenantId, payload: { importId } })],
    );
    const failed = await waitFor(importId, 'failed');
    expect(failed).toMatchObject({ failedStep: 'applying', applied: { created: 1 } });
    expect(failed.revertUntil).not.toBeNull();
    const entries = await query<{ details: string }>(
      sql`select details from audit_entries where action = 'people.imported'`,
    );
    expect(entries.map(({ details }) => JSON.parse(details).created.after)).toEqual([1]);

    expect(await check(importId)).toMatchObject({ create: 1, unchanged: 1 });
    expect(await apply(importId)).toMatchObject({ created: 2 });
    expect((await waitFor(importId, 'done')).appliedEarlier).toMatchObject({ created: 1 });
    const [, second] = await query<{ details: string }>(
      sql`select details from audit_entries where action = 'people.imported' order by seq`,
    );
    expect(JSON.parse(second?.details ?? '').created.after).toBe(1);
    const added = (await people()).filter(({ first_name }) => first_name === 'New');
    expect(added.map(({ email, manager }) => [email, manager])).toEqual([
      [at('newboss'), null],
      [at('report'), at('newboss')],
    ]);
  });

  it('leaves the names of a person as they are if their cells are empty', async () => {
    const importId = await importOf([org.learner.email, '', '', '', '', 'Team lead']);
    const before = (await people()).find(({ email }) => email === org.learner.email);
    expect(await check(importId)).toMatchObject({ update: 1, error: 0, values: 1 });
    expect(await apply(importId)).toMatchObject({ updated: 1, refused: 0 });
    const after = (await people()).find(({ email }) => email === org.learner.email);
    expect(after).toMatchObject({ first_name: before?.first_name, last_name: before?.last_name });
    expect(after?.title).toBe('Team lead');
  });

  it('lists all errors of a row', async () => {
    const importId = await importOf(
      ['lea@elsewhere.example', 'Lea', '', '', '', '=1+1'],
      [at('tom'), 'Tom', 'Ott', 'Nowhere', at('absent'), ''],
      [at('uma'), '', 'Ott', 'Nowhere', at('absent'), ''],
    );
    const reply = await admin.post(url(importId, '/check'), { mapping: MAPPING, createsDepartments: false });
    expect(reply.status).toBe(200);
    await waitFor(importId, 'checked');
    expect((await rows(importId)).map(({ problems }) => problems.map(({ reason }) => reason))).toEqual([
      [
        'The address is not at a domain of your organisation.',
        'The last name is missing.',
        expect.stringMatching(/^“=1\+1” starts with a character/),
      ],
      ['There is no department Nowhere.', `No person has the address ${at('absent')}.`],
      [
        'The first name is missing.',
        'There is no department Nowhere.',
        `No person has the address ${at('absent')}.`,
      ],
    ]);
    const { body } = await admin.get<Buffer>(url(importId, '/errors.csv'));
    expect(body.toString()).toContain('The last name is missing. Fill in the last name. “=1+1”');
  });

  it('allows reverting an import for 1 day', async () => {
    const importId = await importOf([at('late'), 'Too', 'Late', '', '', '']);
    await check(importId);
    await apply(importId);
    expect((await waitFor(importId, 'done')).revertUntil).not.toBeNull();
    api.clock.pass(24 * 60 * 60_000);
    admin = await api.as(org, org.admin);
    expect((await waitFor(importId, 'done')).revertUntil).toBeNull();
    expect((await admin.post(url(importId, '/revert'))).status).toBe(422);
  });

  it('keeps the last administrator, and skips deactivated people', async () => {
    await admin.patch(`/api/admin/people/${org.colleague.userId}`, { status: 'deactivated' });
    const { body } = await upload(
      `Email,First name,Last name,Admin\n${org.admin.email},Admin,Person,no\n${org.colleague.email},Colleague,Person,`,
    );
    const found = await check(body.importId, ['emailAddress', 'firstName', 'lastName', 'isAdmin']);
    expect(found).toMatchObject({ update: 0, skip: 1, error: 1 });
    expect((await rows(body.importId))[0]?.problems[0]?.reason).toBe(
      'The organisation would have no active administrator.',
    );
    await apply(body.importId);
    expect((await people()).find(({ email }) => email === org.admin.email)?.is_admin).toBe(true);
  });

  it('keeps the emergency administrator of single sign-on, also if the import was checked before', async () => {
    await admin.patch(`/api/admin/people/${org.manager.userId}`, { isAdmin: true });
    const file = `Email,First name,Last name,Admin\n${org.admin.email},Admin,Person,no`;
    const mapping = ['emailAddress', 'firstName', 'lastName', 'isAdmin'];
    const { body: early } = await upload(file);
    expect(await check(early.importId, mapping)).toMatchObject({ update: 1, error: 0 });
    await write(sql`
      insert into sign_on_settings (tenant_id, issuer, client_id, client_secret, secret_saved_at, tested_version, mode,
        creates_people, emergency_admin_id)
      values (${org.tenantId}, 'https://login.example', 'trellis', 'x', now(), 1, 'enforced', false, ${org.admin.userId})`);
    await apply(early.importId);
    const { body } = await upload(file);
    expect(await check(body.importId, mapping)).toMatchObject({ update: 0, error: 1 });
    expect((await rows(body.importId))[0]?.problems[0]?.reason).toBe(
      'This is the emergency administrator of single sign-on.',
    );
    expect((await people()).find(({ email }) => email === org.admin.email)?.is_admin).toBe(true);
  });

  it('gives new people the time zone of the organisation', async () => {
    await write(
      sql`insert into organisation_settings (tenant_id, time_zone) values (${org.tenantId}, 'Europe/Berlin')`,
    );
    const importId = await importOf([at('zoe'), 'Zoe', 'Miller', '', '', '']);
    await check(importId);
    await apply(importId);
    expect(await query(sql`select time_zone from users where email = ${at('zoe')}`)).toEqual([
      { time_zone: 'Europe/Berlin' },
    ]);
  });

  it.each([
    ['UTF-16', ',', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['Windows-1252', '\t', (text: string) => Buffer.from(text, 'latin1')],
    ['UTF-8', ';', (text: string) => Buffer.from(text)],
  ])('reads %s separated by %j', async (encoding, delimiter, encode) => {
    const text = [HEADER, [at('zoe'), 'Zoë', 'Müller', '', '', '']]
      .map((row) => row.join(delimiter))
      .join('\n');
    const { body } = await upload(encode(text));
    expect(body).toMatchObject({ encoding, delimiter, rows: 1 });
    expect(body.columns.map(({ samples }) => samples[0]).slice(1, 3)).toEqual(['Zoë', 'Müller']);
  });

  it('records both time zones when an imported one is reverted', async () => {
    await write(sql`update users set time_zone = 'Europe/Berlin' where id = ${org.learner.userId}`);
    const { body } = await upload(
      `Email,First name,Last name,Time zone\n${org.learner.email},Learner,Person,Asia/Tokyo`,
    );
    await check(body.importId, ['emailAddress', 'firstName', 'lastName', 'timeZone']);
    await apply(body.importId);
    await admin.post(url(body.importId, '/revert'));
    await waitFor(body.importId, 'reverted');
    const entries = await query<{ details: string }>(
      sql`select details from audit_entries where action = 'person.changed' order by seq`,
    );
    expect(entries.map(({ details }) => JSON.parse(details).timeZone)).toEqual([
      { before: 'Europe/Berlin', after: 'Asia/Tokyo' },
      { before: 'Asia/Tokyo', after: 'Europe/Berlin' },
    ]);
  });

  it('returns the rows with errors as a file without formulas', async () => {
    const importId = await importOf([at('eve'), '=1+1', 'Eve', '', '', ''], [at('ok'), 'O', 'K', '', '', '']);
    await check(importId);
    const { body, headers } = await admin.get<Buffer>(url(importId, '/errors.csv'));
    expect(headers['content-type']).toContain('text/csv');
    const lines = body.toString('utf8').split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`${at('eve')},'=1+1,Eve,,,,2,`);
  });

  it('starts only the most recently uploaded file', async () => {
    const older = await importOf([at('a'), 'A', 'B', '', '', '']);
    await check(older);
    const newer = await importOf([at('c'), 'C', 'D', '', '', '']);
    expect((await admin.post(url(older, '/apply'), { sendsInvitations: false })).status).toBe(409);
    expect(
      (await admin.post(url(older, '/check'), { mapping: MAPPING, createsDepartments: true })).status,
    ).toBe(409);
    await check(newer);
    expect((await admin.get<{ data: PeopleImport }>('/api/admin/people/import')).body.data.importId).toBe(
      newer,
    );
  });

  it('deletes the rows of earlier files, but not of files that are uploaded at the same time', async () => {
    await importOf([at('a'), 'A', 'B', '', '', '']);
    const uploading = await importOf([at('c'), 'C', 'D', '', '', '']);
    await write(sql`update people_imports set state = 'uploading' where id = ${uploading}`);
    const newer = await importOf([at('e'), 'E', 'F', '', '', '']);
    await write(
      sql`update people_imports set created_at = created_at + interval '1 hour' where id = ${newer}`,
    );
    const last = await importOf([at('g'), 'G', 'H', '', '', '']);
    const stored = await query<{ id: string }>(sql`select distinct import_id as id from people_import_rows`);
    expect(new Set(stored.map(({ id }) => id))).toEqual(new Set([uploading, newer, last]));
  });

  it('stops between two batches if it is cancelled', async () => {
    const importId = await importOf(
      ...Array.from({ length: 900 }, (_one, n) => [at(`many${n}`), 'Many', 'People', '', '', '']),
    );
    await check(importId);
    await admin.post(url(importId, '/apply'), { sendsInvitations: false });
    await until(async () => (await admin.get<PeopleImport>(url(importId))).body.applied.created > 0);
    expect((await upload('Email\na@b.example')).status).toBe(409);
    const { body } = await admin.post<PeopleImport>(url(importId, '/cancel'));
    expect(body.state).toBe('cancelled');
    expect(body.applied.created).toBeGreaterThan(0);
    const created = (await people()).filter(({ email }) => String(email).startsWith('many')).length;
    expect(created).toBe(body.applied.created);
    expect(await check(importId)).toMatchObject({ create: 900 - created, unchanged: created });
    // What was imported can still be reverted.
    expect((await waitFor(importId, 'checked')).revertUntil).not.toBeNull();
    expect((await admin.post(url(importId, '/revert'))).status).toBe(200);
    await waitFor(importId, 'reverted');
    const invited = (await people()).filter(({ status }) => status === 'invited');
    expect(invited.filter(({ email }) => String(email).startsWith('many'))).toEqual([]);
  });

  it('refuses files and mappings that cannot be imported, and explains why', async () => {
    expect((await upload('Email;Name')).body).toMatchObject({ code: 'not-possible' });
    expect((await upload('Email;Name\n"open;x')).body).toMatchObject({
      message: expect.stringContaining('at line 2'),
    });
    expect((await upload('', {})).status).toBe(400);
    expect((await upload(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))).status).toBe(413);
    const importId = await importOf([at('a'), 'A', 'B', '', '', '']);
    const wrong = await admin.post(url(importId, '/check'), {
      mapping: [null, ...MAPPING.slice(1)],
      createsDepartments: true,
    });
    expect([wrong.status, wrong.body.fields]).toEqual([400, { mapping: 'has no column for emailAddress' }]);
    expect((await admin.post(url(importId, '/apply'), { sendsInvitations: true })).status).toBe(409);
  });

  it('checks and applies 2,000 rows, and changes nothing the second time', async () => {
    const quote = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const cells = Array.from({ length: 2_000 }, (_one, n) => [
      at(`person${n}`),
      `First ${n}`,
      `O'Lást "${n}"`,
      n % 2 ? 'Sales / EMEA' : 'Care;\nNights',
      n === 0 ? '' : at(`person${n - 1 - ((n - 1) % 40)}`),
      'Agent',
    ]);
    const change = (n: number, values: Record<number, string>) =>
      Object.entries(values).forEach(([index, value]) => {
        (cells[n] as string[])[Number(index)] = value;
      });
    change(500, { 0: at('PERSON499') }); // twice, in different case
    change(610, { 4: at('absent') });
    change(701, { 4: at('person702') });
    change(702, { 4: at('person701') });
    change(801, { 2: '' });
    change(900, { 5: '=HYPERLINK("http://evil.example")' });
    change(901, { 0: 'someone@elsewhere.example' });
    const file = `\ufeff${[HEADER, ...cells].map((row) => row.map(quote).join(';')).join('\r\n')}`;

    const { body: uploaded } = await upload(file);
    expect(uploaded).toMatchObject({ rows: 2_000, encoding: 'UTF-8', delimiter: ';', state: 'uploaded' });
    expect(uploaded.columns.map(({ field }) => field)).toEqual(MAPPING);
    const before = await people();
    const found = await check(uploaded.importId);
    expect(await people()).toEqual(before);
    const faulty = await rows(uploaded.importId);
    // Each row contains a quoted newline, so it takes 2 lines of the file.
    const lineOf = (n: number) => 2 + n + Math.ceil(n / 2);
    const lines = (...all: number[]) => all.map((line) => line.toLocaleString('en-US'));
    const [a, b] = lines(lineOf(499), lineOf(500));
    const [c, d] = lines(lineOf(701), lineOf(702));
    expect(faulty.map(({ line, problems: [first] }) => [line, first?.column, first?.reason])).toEqual([
      [lineOf(499), 'E-Mail', `The address ${at('person499')} is on 2 lines: ${a}, ${b}.`],
      [lineOf(500), 'E-Mail', `The address ${at('person499')} is on 2 lines: ${a}, ${b}.`],
      [lineOf(610), 'Line manager', `No person has the address ${at('absent')}.`],
      ...[
        ['First 701 O\'Lást "701"', 'First 702 O\'Lást "702"'],
        ['First 701 O\'Lást "701"', 'First 702 O\'Lást "702"'],
      ].map(([one, two], index) => [
        lineOf(701 + index),
        'Line manager',
        `Reporting in a circle: ${one}, ${two}, ${one}.`,
      ]),
      [lineOf(801), 'Surname', 'The last name is missing.'],
      [
        lineOf(900),
        'Position',
        '“=HYPERLINK("http://evil.example")” starts with a character that makes it a formula in spreadsheets.',
      ],
      [lineOf(901), 'E-Mail', 'The address is not at a domain of your organisation.'],
    ]);
    expect(faulty[3]?.problems[0]?.advice).toBe(`Change the manager on line ${c} or ${d}.`);
    expect(found).toEqual({
      create: 1_992,
      update: 0,
      unchanged: 0,
      skip: 0,
      error: 8,
      values: 0,
      departments: 2,
    });

    expect(await apply(uploaded.importId)).toEqual({
      created: 1_992,
      updated: 0,
      refused: 0,
      departments: 2,
    });
    const all = await people();
    expect(all).toHaveLength(before.length + 1_992);
    // The database knows that the table has grown, and plans foreign key checks with an index.
    const { rows: known } = await api.pool.query<{ rows: number }>(
      `select reltuples::int as rows from pg_class where relname = 'users'`,
    );
    expect(known[0]?.rows).toBeGreaterThan(900);
    expect(all.find(({ email }) => email === at('person41'))).toEqual({
      email: at('person41'),
      first_name: 'First 41',
      last_name: 'O\'Lást "41"',
      title: 'Agent',
      status: 'invited',
      is_admin: false,
      department: 'EMEA',
      manager: at('person40'),
    });

    const second = (await upload(file)).body;
    expect(second.columns.every(({ isRemembered }) => isRemembered)).toBe(true);
    expect(await check(second.importId)).toMatchObject({ create: 0, update: 0, unchanged: 1_992, error: 8 });
    expect(await apply(second.importId)).toEqual({ created: 0, updated: 0, refused: 0, departments: 0 });
    expect(await people()).toEqual(all);
  });
});
