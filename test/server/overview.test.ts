import type { AdminOverview, MailTest } from '#contract/administration/admin.ts';
import type { AuditLog } from '#contract/administration/audit.ts';
import type { AdminPeople } from '#contract/administration/peopleAdmin.ts';
import { MailRejected } from '#server/mail/index.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import { PASSWORD } from '#test/support/testOrganisation.ts';

const DAY_MS = 24 * 60 * 60_000;
const smtp = { answer: '250 2.0.0 Queued as 4711', failure: null as Error | null };
let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    testedMail: {
      async send() {
        if (smtp.failure) throw smtp.failure;
        return smtp.answer;
      },
    },
  });
}, 60_000);
afterAll(() => api.close());

async function asAdmin(...journey: Parameters<TestApi['organisation']>) {
  const org = await api.organisation(...journey);
  const admin = await api.as(org, org.admin);
  return {
    org,
    admin,
    overview: async () => (await admin.get<AdminOverview>('/api/admin/overview')).body,
    invite: async (mailbox: string) => {
      const emailAddress = `${mailbox}@${org.domain}`;
      const answer = await admin.post('/api/admin/people', {
        emailAddress,
        firstName: 'New',
        lastName: 'Person',
      });
      return Number(answer.body.userId);
    },
  };
}
const stepOf = ({ setup }: AdminOverview, step: string) => setup.find((one) => one.step === step);

it('counts people, stages and the progress of programs, for administrators only', async () => {
  const { org, overview } = await asAdmin({ stepsDone: 3 });
  expect(await overview()).toMatchObject({
    people: {
      active: 6,
      activeBefore: 5,
      recentlyActive: 1,
      invited: 0,
      invitationsOpen: 0,
      invitationsExpired: 0,
    },
    dataRequests: { open: 0, dueAt: null },
    stages: { invited: 6, signedIn: 6, withProfile: 5, withScore: 5, withTopics: 1, recentlyActive: 1 },
    programs: [
      { counts: { accepted: 1, completed: 0, active: 1, stalled: 0 }, steps: { done: 3, total: 4 } },
    ],
  });
  expect((await (await api.as(org, org.manager)).get('/api/admin/overview')).status).toBe(404);
  await api.pool.query(`update programs set status = 'paused' where id = $1`, [org.programId]);
  expect((await overview()).programs).toMatchObject([{ programId: org.programId }]);
});

it('lists needs: invitations with a deadline first, then those that affect most people', async () => {
  const { org, admin, overview, invite } = await asAdmin();
  await api.pool.query(`update users set manager_id = null where id = any ($1::int[]);`, [
    [org.learner.userId, org.colleague.userId],
  ]);
  await api.pool.query('update users set department_id = null where id = $1', [org.colleague.userId]);
  const [first, second, third, fourth] = [
    await invite('first'),
    await invite('second'),
    await invite('third'),
    await invite('fourth'),
  ];
  const ends = async (userId: number | undefined, inDays: number) => {
    const at = new Date(api.clock.now().getTime() + inDays * DAY_MS);
    await api.pool.query('update account_links set expires_at = $2 where user_id = $1', [userId, at]);
    return at.toISOString();
  };
  const expiresAt = await ends(first, 1);
  const expiredAt = await ends(second, -3);
  await until(async () => {
    const { rows } = await api.pool.query(
      'select 1 from account_links where user_id = $1 and mail_ended_at is null',
      [third],
    );
    return rows.length === 0;
  });
  await api.pool.query(`update account_links set mail_outcome = 'refused' where user_id = $1`, [third]);
  await api.pool.query(`update account_links set revoked_at = now(), expires_at = now() where user_id = $1`, [
    fourth,
  ]);
  const { attention, people } = await overview();
  expect(people).toMatchObject({ invited: 4, invitationsOpen: 2, invitationsExpired: 1 });
  expect(attention).toEqual([
    { kind: 'invitations-expiring', count: 1, at: expiresAt },
    { kind: 'without-manager', count: 2, at: null },
    { kind: 'invitations-not-delivered', count: 1, at: null },
    { kind: 'invitations-expired', count: 1, at: expiredAt },
    { kind: 'without-department', count: 1, at: null },
  ]);
  const listed = async (query: string) =>
    (await admin.get<AdminPeople>(`/api/admin/people?${query}`)).body.total;
  expect(await listed('status=expired')).toBe(1);
  expect(await listed('status=expiring')).toBe(1);
  const { body: invited } = await admin.get<AdminPeople>('/api/admin/people?status=invited');
  expect(invited.statuses).toEqual({ active: 0, invited: 4, pending: 2, deactivated: 0 });
  expect(await listed('status=active&role=learner&manager=none')).toBe(2);
  expect(await listed('status=active&department=none')).toBe(1);
});

it('lists failing webhooks and requests for erasure before everything else', async () => {
  const { org, admin, overview } = await asAdmin();
  await admin.post('/api/admin/webhooks', {
    url: 'https://hr.example.com/events',
    events: ['person.deactivated'],
  });
  const since = new Date(api.clock.now().getTime() - DAY_MS);
  await api.pool.query('update webhook_endpoints set failing_since = $2 where tenant_id = $1', [
    org.tenantId,
    since,
  ]);
  await (await api.as(org, org.learner)).post('/api/data-requests/erasure', { currentPassword: PASSWORD });
  expect((await overview()).attention.slice(0, 2)).toMatchObject([
    { kind: 'webhooks-failing', count: 1, at: since.toISOString() },
    { kind: 'erasure-requests', count: 1, at: expect.any(String) },
  ]);
});

it('computes the set-up steps from existing data', async () => {
  const { org, admin, overview, invite } = await asAdmin();
  expect(stepOf(await overview(), 'branding')).toMatchObject({ isDone: false });
  expect(stepOf(await overview(), 'departments')).toMatchObject({ isDone: true, count: 2, at: null });
  expect(stepOf(await overview(), 'people')).toMatchObject({ isDone: true, count: 5, at: null });
  await invite('ngoc');
  expect(stepOf(await overview(), 'people')).toMatchObject({ count: 6, at: expect.any(String) });
  expect(stepOf(await overview(), 'program')).toMatchObject({ isDone: true, name: 'A program' });

  expect(stepOf(await overview(), 'second-admin')).toMatchObject({ isDone: false, count: 1 });
  await admin.patch(`/api/admin/people/${org.manager.userId}`, { isAdmin: true });
  expect(stepOf(await overview(), 'second-admin')).toMatchObject({ isDone: true, count: 2 });
});

it('sends a test email, returns the mail server’s response, and records the result', async () => {
  const { org, admin, overview } = await asAdmin();
  const test = async () => (await admin.post<MailTest>('/api/admin/mail-test')).body;
  expect(stepOf(await overview(), 'mail-test')).toMatchObject({ isDone: false, at: null });

  smtp.failure = new MailRejected('Recipient rejected:\n550 5.1.1 User unknown');
  expect(await test()).toEqual({
    outcome: 'refused',
    answer: 'Recipient rejected: 550 5.1.1 User unknown',
    to: org.admin.email,
  });
  smtp.failure = new Error('connect ECONNREFUSED 127.0.0.1:465');
  expect(await test()).toMatchObject({ outcome: 'failed', answer: 'connect ECONNREFUSED 127.0.0.1:465' });
  expect(stepOf(await overview(), 'mail-test')).toMatchObject({ isDone: false });
  expect((await overview()).lastMailTest).toMatchObject({ outcome: 'failed' });

  smtp.failure = null;
  expect(await test()).toEqual({ outcome: 'accepted', answer: smtp.answer, to: org.admin.email });
  const after = await overview();
  expect(after.lastMailTest).toMatchObject({ outcome: 'accepted' });
  expect(stepOf(after, 'mail-test')).toMatchObject({ isDone: true, at: after.lastMailTest?.at });

  const { body: log } = await admin.get<AuditLog>('/api/admin/audit?action=mail.tested');
  expect(log.data.map(({ changes }) => changes.outcome?.after)).toEqual(['accepted', 'failed', 'refused']);
  expect((await (await api.as(org, org.learner)).post('/api/admin/mail-test')).status).toBe(404);
});
