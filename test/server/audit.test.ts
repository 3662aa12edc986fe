import type { AuditLog } from '#contract/administration/audit.ts';
import { createAudit, scheduleAuditChecks, verifyAuditLogs } from '#server/administration/audit/index.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const KEY = Buffer.alloc(32, 7);

/** An organisation with 5 audit entries. */
async function organisationWithEntries() {
  const org = await api.organisation();
  const admin = await api.as(org, org.admin);
  for (const isAdmin of [true, false, true, false, true])
    await admin.patch(`/api/admin/people/${org.coach.userId}`, { isAdmin, reason: 'Deputy of Admin' });
  const faultOf = async () =>
    (await verifyAuditLogs(api.pool, KEY)).find(({ tenantId }) => tenantId === org.tenantId)?.fault;
  return { org, admin, faultOf };
}

it('records who changed what, when and why, newest first', async () => {
  const { org, admin } = await organisationWithEntries();
  const { body } = await admin.get<AuditLog>('/api/admin/audit');
  expect(body.data.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1]);
  expect(body.data[0]).toMatchObject({
    action: 'person.changed',
    actor: { userId: org.admin.userId },
    subject: { type: 'person', id: String(org.coach.userId), name: 'Coach Person' },
    changes: { isAdmin: { before: false, after: true } },
    reason: 'Deputy of Admin',
    address: '127.0.0.1',
  });
  expect([body.total, body.older, body.newer]).toEqual([5, null, null]);
  expect(body.integrity).toEqual({ check: null, fault: null });
});

it('numbers parallel entries without a gap and keeps the hash chain valid', async () => {
  const { org, admin, faultOf } = await organisationWithEntries();
  await Promise.all(
    [org.learner, org.colleague, org.newcomer, org.manager].map(({ userId }) =>
      admin.patch(`/api/admin/people/${userId}`, { isAdmin: true }),
    ),
  );
  const { body } = await admin.get<AuditLog>('/api/admin/audit');
  expect(body.data.map(({ seq }) => seq)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(await faultOf()).toBeNull();
});

it.each([
  ['changed', `update audit_entries set details = '{}' where seq = 3`, 3],
  [
    'changed in its reason',
    `update audit_entries set personal = '{"reason":"No reason","address":null}' where seq = 2`,
    2,
  ],
  ['removed', 'delete from audit_entries where seq = 2', 2],
  ['removed at the end', 'delete from audit_entries where seq >= 4', 4],
  [
    'inserted',
    `insert into audit_entries select tenant_id, 6, at, actor_id, action, subject_type, subject_id, details, request_id,
       personal, personal_digest, hash, 'made up' from audit_entries where seq = 5`,
    6,
  ],
  [
    'removed together with the head',
    `with gone as (delete from audit_entries where seq = 5)
     update audit_heads set seq = 4, hash = (select previous_hash from audit_entries where seq = 5)`,
    4,
  ],
])('finds an entry that was %s', async (_case, manipulation, seq) => {
  const { org, faultOf } = await organisationWithEntries();
  expect(await faultOf()).toBeNull();
  await api.pool.query(
    manipulation
      .replaceAll(/where seq (\S+ \d)/g, `where seq $1 and tenant_id = ${org.tenantId}`)
      .replace(/(update audit_heads set .*\))$/s, `$1 where tenant_id = ${org.tenantId}`),
  );
  expect(await faultOf()).toMatchObject({ seq });
});

it('cannot be changed or deleted by a request', async () => {
  const { org } = await organisationWithEntries();
  for (const statement of ["update audit_entries set action = 'x'", 'delete from audit_entries'])
    await expect(
      api.pool.query(
        `begin; set local role trellis_app; select set_config('app.tenant_id', '${org.tenantId}', true); ${statement}`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  await api.pool.query('rollback');
});

it('stays valid after the personal details of an entry are erased', async () => {
  const { org, faultOf } = await organisationWithEntries();
  await api.pool.query('update audit_entries set personal = null where tenant_id = $1 and seq = 2', [
    org.tenantId,
  ]);
  expect(await faultOf()).toBeNull();
});

describe('the audit log for administrators', () => {
  it('shows when the whole log was checked, and which entry has changed since then', async () => {
    const { org, admin } = await organisationWithEntries();
    const integrity = async () => (await admin.get<AuditLog>('/api/admin/audit?before=2')).body.integrity;
    expect((await admin.post('/api/admin/audit/check')).status).toBe(204);
    expect(await integrity()).toEqual({ check: { at: expect.any(String), entries: 5 }, fault: null });

    // Entry 3 is not on the shown page, so only the check of the whole log finds the fault.
    await api.pool.query("update audit_entries set details = '{}' where seq = 3 and tenant_id = $1", [
      org.tenantId,
    ]);
    expect((await integrity()).fault).toBeNull();
    await admin.post('/api/admin/audit/check');
    expect(await integrity()).toEqual({
      check: { at: expect.any(String), entries: 2 },
      fault: { seq: 3, reason: 'the entry was changed' },
    });
  });

  it('reports a changed entry on the page and missing newest entries even before a check', async () => {
    const { org, admin } = await organisationWithEntries();
    const faultAfter = async (statement: string) => {
      await api.pool.query(`${statement} and tenant_id = $1`, [org.tenantId]);
      return (await admin.get<AuditLog>('/api/admin/audit')).body.integrity.fault;
    };
    expect(await faultAfter('delete from audit_entries where seq = 5')).toMatchObject({ seq: 5 });
    expect(await faultAfter("update audit_entries set action = 'person.invited' where seq = 2")).toEqual({
      seq: 2,
      reason: 'the entry was changed',
    });
  });

  it('is checked for all organisations every night, and faults are logged', async () => {
    const { org, admin } = await organisationWithEntries();
    await api.pool.query("update audit_entries set details = '{}' where seq = 4 and tenant_id = $1", [
      org.tenantId,
    ]);
    const jobs: Parameters<Parameters<typeof scheduleAuditChecks>[0]['schedule']>[0][] = [];
    const errors: unknown[] = [];
    scheduleAuditChecks(
      { schedule: (job) => void jobs.push(job) },
      {
        pool: api.pool,
        audit: createAudit({ key: KEY, now: api.clock.now }),
        log: { error: (details: unknown) => void errors.push(details) },
      },
    );
    await jobs[0]?.run(new AbortController().signal);
    expect(errors).toContainEqual({ tenantId: org.tenantId, entry: 4, reason: 'the entry was changed' });
    expect((await admin.get<AuditLog>('/api/admin/audit?before=2')).body.integrity).toMatchObject({
      check: { entries: 3 },
      fault: { seq: 4 },
    });
  });

  it('ignores a check result that was not signed by the server', async () => {
    const { org, admin } = await organisationWithEntries();
    await admin.post('/api/admin/audit/check');
    await api.pool.query('update audit_checks set entries = 4 where tenant_id = $1', [org.tenantId]);
    expect((await admin.get<AuditLog>('/api/admin/audit')).body.integrity.check).toBeNull();
  });

  it('has pages in both directions', async () => {
    const { org, admin } = await organisationWithEntries();
    await createManyEntries(org.tenantId, 105);
    const page = async (query: string) => {
      const { body } = await admin.get<AuditLog>(`/api/admin/audit?${query}`);
      return { seqs: body.data.map(({ seq }) => seq), older: body.older, newer: body.newer };
    };
    const first = await page('');
    const second = await page(`before=${first.older}`);
    const third = await page(`before=${second.older}`);
    expect([...first.seqs, ...second.seqs, ...third.seqs]).toEqual(
      Array.from({ length: 110 }, (_, index) => 110 - index),
    );
    expect([first.newer, third.older]).toEqual([null, null]);
    expect((await page(`after=${third.newer}`)).seqs).toEqual(second.seqs);
    expect((await page(`after=${second.newer}`)).seqs).toEqual(first.seqs);
  });

  it('can be filtered by action, actor, person and days in the administrator’s time zone', async () => {
    const { org, admin } = await organisationWithEntries();
    await admin.patch(`/api/admin/people/${org.learner.userId}`, { status: 'deactivated' });
    const seqs = async (query: string) =>
      (await admin.get<AuditLog>(`/api/admin/audit?${query}`)).body.data.map(({ seq }) => seq);
    expect(await seqs('action=person.deactivated')).toEqual([6]);
    expect(await seqs(`userId=${org.learner.userId}`)).toEqual([6]);
    expect(await seqs(`actorId=${org.coach.userId}`)).toEqual([]);

    const setTime = (seq: number, at: string) =>
      api.pool.query('update audit_entries set at = $1 where seq = $2 and tenant_id = $3', [
        at,
        seq,
        org.tenantId,
      ]);
    await setTime(1, '2020-03-01T22:59:59Z');
    await setTime(2, '2020-03-01T23:00:00Z');
    await setTime(3, '2020-03-02T22:59:59Z');
    await setTime(4, '2020-03-02T23:00:00Z');
    await api.pool.query("update users set time_zone = 'Europe/Berlin' where id = $1", [org.admin.userId]);
    expect(await seqs('from=2020-03-02&to=2020-03-02')).toEqual([3, 2]);
    expect(await seqs('to=2020-03-01')).toEqual([1]);
    expect((await admin.get('/api/admin/audit?from=0000-01-01')).status).toBe(400);
  });
});

it('is exported as a CSV file without formulas, and the export is recorded', async () => {
  const { org, admin } = await organisationWithEntries();
  await api.pool.query(`update users set first_name = '=1+1', last_name = 'a "b", c' where id = $1`, [
    org.coach.userId,
  ]);
  await createManyEntries(org.tenantId, 1_500);
  const { status, headers, body } = await admin.post<Buffer>(
    `/api/admin/audit/export?userId=${org.coach.userId}`,
  );
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const [head, first, ...rest] = body.toString('utf8').trimEnd().split('\r\n');
  expect(head).toBe(
    '\ufeffEntry,Time (UTC),Actor,Actor ID,Action,Subject type,Subject ID,Subject,Changes,Reason,Address,Request ID,Hash',
  );
  expect(first).toContain(`,Admin Person,${org.admin.userId},person.changed,person,${org.coach.userId},`);
  expect(first).toContain(`,"'=1+1 a ""b"", c",`);
  expect(rest).toHaveLength(1_504);
  const { body: log } = await admin.get<AuditLog>('/api/admin/audit?action=audit.exported');
  expect(log.data).toMatchObject([{ seq: 1_506, changes: { entries: { before: null, after: 1_505 } } }]);
});

/** Copies of the first entry, to fill pages. They break the hash chain. */
const createManyEntries = (tenantId: number, entries: number) =>
  api.pool.query(
    `with copies as (insert into audit_entries select tenant_id, 5 + n, at, actor_id, action, subject_type, subject_id,
       details, request_id, personal, personal_digest, previous_hash, hash
       from audit_entries, generate_series(1, $2::int) as n where tenant_id = $1 and seq = 1)
     update audit_heads set seq = 5 + $2::int where tenant_id = $1`,
    [tenantId, entries],
  );
