import type { BulkChange, BulkPreview, BulkResult, BulkUndo } from '#contract/administration/bulk.ts';
import type { Departments } from '#contract/administration/departments.ts';
import type {
  AdminPeople,
  AdminPerson,
  AdminPersonPage,
  NewPeopleResult,
} from '#contract/administration/peopleAdmin.ts';
import { sql } from '#server/db/drizzle.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { notificationsFor } from '#test/server/programs/programsApi.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';

onEachDatabase((open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase: open });
  }, 60_000);
  afterAll(() => api.close());

  async function asAdmin() {
    const org = await api.organisation();
    const admin = await api.as(org, org.admin);
    const person = async (userId: number) =>
      (await admin.get<AdminPersonPage>(`/api/admin/people/${userId}`)).body;
    const change = (userId: number, body: object) => admin.patch(`/api/admin/people/${userId}`, body);
    const preview = (body: object) => admin.post<BulkPreview>('/api/admin/people/bulk/preview', body);
    const apply = (body: object) =>
      admin.post<BulkResult & { fields?: Record<string, string> }>('/api/admin/people/bulk', body);
    const undo = (id: string) => admin.post<BulkUndo>(`/api/admin/people/bulk/${id}/undo`);
    return { org, admin, person, change, preview, apply, undo };
  }
  const some = (...people: { userId: number }[]) => ({ userIds: people.map(({ userId }) => userId) });

  it('previews the effects of a deactivation, without changing anything', async () => {
    const { org, preview, person } = await asAdmin();
    await api.as(org, org.manager);
    const { status, body } = await preview({
      action: 'deactivate',
      selection: some(org.manager, org.coach, org.admin),
      interimManagerId: org.colleague.userId,
    });
    expect(status).toBe(200);
    expect(body.count).toBe(2);
    expect(body.people.map(({ firstName, devices }) => [firstName, devices])).toEqual([
      ['Coach', 0],
      ['Manager', 1],
    ]);
    expect(body.skipped).toEqual([
      {
        userId: org.admin.userId,
        name: 'Admin Person',
        reason: 'You cannot deactivate your own account. Ask another administrator.',
      },
    ]);
    expect(body.effects).toMatchObject({ devices: 1, learners: 1 });
    expect(body.effects.reassigned).toBeGreaterThan(0);
    expect((await person(org.manager.userId)).status).toBe('active');
    expect((await person(org.learner.userId)).manager?.userId).toBe(org.manager.userId);
  });

  it('restores status, reports and coaching of deactivated people', async () => {
    const { org, apply, undo, person } = await asAdmin();
    const manager = await api.as(org, org.manager);
    const { body: done } = await apply({
      action: 'deactivate',
      selection: some(org.manager, org.coach),
      interimManagerId: org.colleague.userId,
      reason: 'Left',
    });
    expect(done.count).toBe(2);
    expect((await manager.get('/api/session')).status).toBe(401);
    expect((await person(org.learner.userId)).manager?.userId).toBe(org.colleague.userId);
    expect((await person(org.coach.userId)).coachOf).toBe(0);

    const { status, body } = await undo(done.id);
    expect([status, body.kept]).toEqual([200, []]);
    const after = await person(org.manager.userId);
    expect([after.status, (await person(org.learner.userId)).manager?.userId]).toEqual([
      'active',
      org.manager.userId,
    ]);
    expect((await person(org.coach.userId)).coachOf).toBe(1);
    expect(after.history.data.slice(0, 2).map(({ action }) => action)).toEqual([
      'person.reactivated',
      'person.deactivated',
    ]);
  });

  it('keeps and lists values that were changed after an action', async () => {
    const { org, apply, undo, change, person } = await asAdmin();
    const { body: done } = await apply({
      action: 'change-manager',
      selection: some(org.learner, org.newcomer),
      managerId: org.coach.userId,
    });
    await change(org.learner.userId, { managerId: org.colleague.userId });
    const { body } = await undo(done.id);
    expect(body).toEqual({
      restored: 1,
      kept: [
        {
          userId: org.learner.userId,
          name: 'Learner Person',
          reason: 'The manager has changed since the action.',
        },
      ],
    });
    expect((await person(org.learner.userId)).manager?.userId).toBe(org.colleague.userId);
    expect((await undo(done.id)).status).toBe(422);
  });

  it('undoes an action only once if two requests arrive at the same time', async () => {
    const { org, apply, undo } = await asAdmin();
    const { body: done } = await apply({ action: 'make-admin', selection: some(org.coach, org.manager) });
    const answers = await Promise.all([undo(done.id), undo(done.id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('offers the undo for 10 minutes, only in the same organisation', async () => {
    const { org, admin, apply, undo } = await asAdmin();
    const stranger = await asAdmin();
    const { body: done } = await apply({ action: 'make-admin', selection: some(org.coach) });
    const open = async () => (await admin.get<{ data: BulkChange[] }>('/api/admin/people/bulk')).body.data;
    expect(done.names).toEqual(['Coach Person']);
    expect((await open()).map(({ id, count, names }) => [id, count, names])).toEqual([
      [done.id, 1, done.names],
    ]);
    const about = async (userId: number) =>
      (await admin.get<{ data: BulkChange[] }>(`/api/admin/people/bulk?userId=${userId}`)).body.data;
    expect([await about(org.coach.userId), await about(org.manager.userId)]).toEqual([await open(), []]);
    expect(await notificationsFor(api, org, org.admin)).toMatchObject([
      {
        notificationType: 'BULK_CHANGE_DONE',
        payload: { extraPayload: { bulkId: done.id, action: 'make-admin', people: 1 } },
      },
    ]);
    expect((await stranger.undo(done.id)).status).toBe(404);
    api.clock.pass(10 * 60_000);
    expect(await open()).toEqual([]);
    expect((await undo(done.id)).status).toBe(422);
  });

  it('skips people below the new manager, so that no cycle is created', async () => {
    const { org, apply, change, person } = await asAdmin();
    await change(org.coach.userId, { managerId: org.learner.userId });
    const { body } = await apply({
      action: 'change-manager',
      selection: some(org.manager, org.colleague),
      managerId: org.coach.userId,
    });
    expect(body.count).toBe(1);
    expect(body.skipped).toEqual([
      {
        userId: org.manager.userId,
        name: 'Manager Person',
        reason: 'Coach Person reports to Manager Person. Choose another manager.',
      },
    ]);
    expect((await person(org.colleague.userId)).manager?.userId).toBe(org.coach.userId);
  });

  it('keeps one administrator if two simultaneous actions would remove all of them', async () => {
    const { org, apply, change } = await asAdmin();
    await change(org.coach.userId, { isAdmin: true });
    const coach = await api.as(org, org.coach);
    await Promise.all([
      apply({ action: 'remove-admin', selection: some(org.coach) }),
      coach.post('/api/admin/people/bulk', { action: 'remove-admin', selection: some(org.admin) }),
    ]);
    const survivor = await Promise.all(
      [org.admin, org.coach].map(async (one) => (await api.as(org, one)).get('/api/admin/people')),
    );
    expect(survivor.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  it('changes all results of a query, and writes an audit entry for each person', async () => {
    const { admin, apply } = await asAdmin();
    const { body: people } = await admin.get<AdminPeople>('/api/admin/people?search=person&role=learner');
    const { body: departments } = await admin.get<Departments>('/api/admin/departments');
    const departmentId = departments.data.find(({ name }) => name === 'People')?.departmentId;
    const { body } = await apply({
      action: 'change-department',
      selection: { query: { search: 'person', role: 'learner' } },
      departmentId,
    });
    expect(body.count + body.skipped.length).toBe(people.total);
    expect(body.target).toBe('People');
    const { body: log } = await admin.get<{ data: { action: string }[] }>(
      '/api/admin/audit?action=person.changed',
    );
    expect(log.data).toHaveLength(body.count);
    const nothing = await apply({
      action: 'change-department',
      selection: { query: { search: 'person', role: 'learner' } },
      departmentId,
    });
    expect([nothing.body.count, nothing.body.undoUntil]).toEqual([0, null]);
  });

  it('refuses unknown people with 404 and an incomplete action with 400', async () => {
    const { org, apply } = await asAdmin();
    const { org: other } = await asAdmin();
    const foreign = await apply({ action: 'make-admin', selection: some(org.coach, other.learner) });
    expect(foreign.status).toBe(404);
    const incomplete = await apply({ action: 'change-manager', selection: some(org.coach) });
    expect([incomplete.status, incomplete.body.fields]).toEqual([400, { managerId: 'is missing' }]);
    const own = await apply({
      action: 'deactivate',
      selection: some(org.coach, org.manager),
      interimManagerId: org.coach.userId,
    });
    expect([own.status, Object.keys(own.body.fields ?? {})]).toEqual([422, ['interimManagerId']]);
  });

  it('invites the people on a list, reports a result for each row, and sends their invitations again', async () => {
    const { org, admin, apply } = await asAdmin();
    const row = (mailbox: string, domain = org.domain) => ({
      emailAddress: `${mailbox}@${domain}`,
      firstName: mailbox,
      lastName: 'New',
    });
    const { status, body } = await admin.post<NewPeopleResult>('/api/admin/people/invitations', {
      people: [
        row('ana'),
        row('ben', 'elsewhere.example'),
        row('ANA'),
        { ...row('cy'), lastName: '' },
        { ...row('ana'), lastName: '' },
        { ...row('dee'), emailAddress: 'dee' },
      ],
      managerId: org.manager.userId,
    });
    expect(status).toBe(200);
    expect(body.results.map(({ error }) => error)).toEqual([
      null,
      `The email address must be at a domain of your organisation: ${org.domain}.`,
      'This email address belongs to ana New, who has not joined yet. You can send a new invitation from the list of people.',
      'First and last name are needed. Write “First Last <address>”.',
      'This email address belongs to ana New, who has not joined yet. You can send a new invitation from the list of people.',
      'The email address does not look like an email address.',
    ]);
    const invited = { userId: body.results[0]?.userId ?? 0 };
    const mails = () => api.mails.filter(({ to }) => to.address === `ana@${org.domain}`);
    await until(() => mails().length === 1);
    const again = await apply({ action: 'resend-invitation', selection: some(invited, org.learner) });
    expect([again.body.count, again.body.undoUntil]).toEqual([1, null]);
    expect(again.body.skipped.map(({ reason }) => reason)).toEqual(['The account has no open invitation.']);
    await until(() => mails().length === 2);
  });

  it('reactivates an invited person whose invitation was withdrawn, and reports it', async () => {
    const { org, admin, apply, undo } = await asAdmin();
    const { body: invited } = await admin.post<AdminPerson>('/api/admin/people', {
      emailAddress: `eve@${org.domain}`,
      firstName: 'Eve',
      lastName: 'New',
    });
    const { body: done } = await apply({ action: 'deactivate', selection: some(invited) });
    const { body } = await undo(done.id);
    expect([body.restored, body.kept.map(({ name }) => name)]).toEqual([1, ['Eve New']]);
  });

  it('sorts by department, manager and activity in both directions, with every person on exactly one page', async () => {
    const { org, admin } = await asAdmin();
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`
        insert into users (tenant_id, uuid, email, first_name, last_name, status, last_active_at, department_id, manager_id)
        select ${org.tenantId}, 'q-' || ${org.tenantId}::int || '-' || n, 'q' || n || '@x.example', 'First' || n, 'Last', 'active',
          case when n % 3 = 0 then now() - n * interval '1 minute' end,
          case when n % 2 = 0 then (select min(id) from departments where tenant_id = ${org.tenantId}) end,
          case when n % 5 = 0 then ${org.manager.userId}::int end
        from generate_series(1, 60) as n`),
    );
    for (const sort of ['name', 'department', 'manager', 'activity']) {
      const inOrder = async (order: string) => {
        const ids: number[] = [];
        for (let after = ''; ; ) {
          const { body } = await admin.get<AdminPeople>(
            `/api/admin/people?sort=${sort}&order=${order}${after}`,
          );
          ids.push(...body.data.map(({ userId }) => userId));
          if (body.next === null) return { ids, total: body.total, statuses: body.statuses };
          after = `&after=${body.next}`;
        }
      };
      const { ids, total, statuses } = await inOrder('asc');
      expect([new Set(ids).size, ids.length]).toEqual([total, total]);
      expect(statuses.active + statuses.invited).toBe(total);
      expect((await inOrder('desc')).ids).toEqual(ids.toReversed());
    }
  });
});
