import type { AuditLog } from '#contract/audit.ts';
import { verifyAuditLogs } from '#server/audit/index.ts';
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
    await admin.patch(`/api/admin/people/${org.coach.userId}`, { isAdmin, reason: 'Stands in for Admin' });
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
    reason: 'Stands in for Admin',
    address: '127.0.0.1',
  });
  expect([body.next, body.brokenAt]).toEqual([null, null]);
});

it('numbers parallel entries without a gap and keeps the chain', async () => {
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

it('stays valid when the personal details of an entry are erased', async () => {
  const { org, faultOf } = await organisationWithEntries();
  await api.pool.query('update audit_entries set personal = null where tenant_id = $1 and seq = 2', [
    org.tenantId,
  ]);
  expect(await faultOf()).toBeNull();
});
