import type { AdminPerson, AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

async function asAdmin() {
  const org = await api.organisation();
  return { org, admin: await api.as(org, org.admin) };
}
const newcomer = (org: TestOrganisation, mailbox = 'ngoc') => ({
  emailAddress: `${mailbox}@${org.domain}`,
  firstName: 'Ngọc',
  lastName: 'Trần',
});
/** The token in the newest mail to an address. */
async function tokenFor(address: string) {
  const mailsTo = () => api.mails.filter(({ to }) => to.address === address);
  await until(() => mailsTo().length > 0);
  const text = mailsTo().at(-1)?.text ?? '';
  return /(?:#token=|\/invitation\/)(\S+)/.exec(text)?.[1] ?? '';
}
const origin = { headers: { origin: 'http://localhost:4000' } };

describe('invitations', () => {
  it('mails a link with which the person sets a password and is signed in', async () => {
    const { org, admin } = await asAdmin();
    const { status, body } = await admin.post<AdminPerson>('/api/admin/people', newcomer(org));
    expect([status, body.status, body.invitation?.state]).toEqual([201, 'invited', 'pending']);
    const token = await tokenFor(newcomer(org).emailAddress);
    const mail = api.mails.find(({ to }) => to.address === newcomer(org).emailAddress);
    expect(mail?.text).toContain('Choose a password to start.');
    const details = await api.call('POST', '/api/auth/invitation/details', { body: { token }, ...origin });
    expect(details.body).toMatchObject({ state: 'open', firstName: 'Ngọc', invitedBy: 'Admin Person' });

    const accept = (newPassword: string) =>
      api.call('POST', '/api/auth/invitation', { body: { token, newPassword }, ...origin });
    expect((await accept('passwordpassword')).body.fields).toMatchObject({ newPassword: expect.any(String) });
    const accepted = await accept('violet harbour spoon');
    expect(accepted.status).toBe(200);
    const session = await api.call('GET', '/api/session', {
      headers: { authorization: String(accepted.body.idToken) },
    });
    expect(session.body).toMatchObject({ firstName: 'Ngọc', lastProfileUpdate: null });
    expect((await accept('violet harbour spoon')).status).toBe(422);
    const { body: signedIn } = await api.signIn(
      org,
      { email: newcomer(org).emailAddress },
      'violet harbour spoon',
    );
    expect(signedIn.idToken).toEqual(expect.any(String));
  });

  it('makes the earlier link invalid when the invitation is sent again, and all links when it is withdrawn', async () => {
    const { org, admin } = await asAdmin();
    const { body: person } = await admin.post<AdminPerson>('/api/admin/people', newcomer(org));
    const first = await tokenFor(person.emailAddress);
    const mailsBefore = api.mails.length;
    await admin.post(`/api/admin/people/${person.userId}/invitation`);
    await until(() => api.mails.length > mailsBefore);
    const second = await tokenFor(person.emailAddress);
    const stateOf = async (token: string) =>
      (await api.call('POST', '/api/auth/invitation/details', { body: { token }, ...origin })).body.state;
    expect([await stateOf(first), await stateOf(second)]).toEqual(['revoked', 'open']);
    const { body: revoked } = await admin.delete<AdminPerson>(
      `/api/admin/people/${person.userId}/invitation`,
    );
    expect([revoked.invitation?.state, await stateOf(second)]).toEqual(['revoked', 'revoked']);
  });

  it('expires after 7 days', async () => {
    const { org, admin } = await asAdmin();
    const { body: person } = await admin.post<AdminPerson>('/api/admin/people', newcomer(org));
    const token = await tokenFor(person.emailAddress);
    api.clock.pass(7 * 24 * 60 * 60_000);
    const { status, body } = await api.call('POST', '/api/auth/invitation', {
      body: { token, newPassword: 'violet harbour spoon' },
      ...origin,
    });
    expect([status, body.message]).toEqual([422, 'This link has expired. Request a new one.']);
  });

  it('names the field if the address is in use or belongs to another domain', async () => {
    const { org, admin } = await asAdmin();
    const invite = (emailAddress: string) =>
      admin.post('/api/admin/people', { ...newcomer(org), emailAddress });
    const used = await invite(org.learner.email.toUpperCase());
    expect([used.status, used.body.fields]).toEqual([409, { emailAddress: 'belongs to Learner Person' }]);
    const { body: invited } = await invite(`again@${org.domain}`);
    const again = await invite(`again@${org.domain}`);
    expect([invited.status, again.body.message]).toEqual([
      'invited',
      expect.stringMatching(
        /, who has not joined yet\. You can send a new invitation from the list of people\.$/,
      ),
    ]);
    const foreign = await invite('ngoc@elsewhere.example');
    expect([foreign.status, foreign.body.fields]).toEqual([
      422,
      { emailAddress: `must be at a domain of your organisation: ${org.domain}` },
    ]);
  });
});

describe('changing people', () => {
  it('signs a deactivated person out, reassigns the reports and ends their coaching', async () => {
    const { org, admin } = await asAdmin();
    const manager = await api.as(org, org.manager);
    const { status, body } = await admin.patch<AdminPerson>(`/api/admin/people/${org.manager.userId}`, {
      status: 'deactivated',
      interimManagerId: org.coach.userId,
      reason: 'Left the company',
    });
    expect([status, body.status, body.directReports]).toEqual([200, 'deactivated', 0]);
    expect((await manager.get('/api/session')).status).toBe(401);
    const { body: learner } = await admin.get<AdminPersonPage>(`/api/admin/people/${org.learner.userId}`);
    expect(learner.manager?.userId).toBe(org.coach.userId);
    expect(learner.history.data[0]).toMatchObject({
      action: 'person.changed',
      changes: { managerId: { before: org.manager.userId, after: org.coach.userId } },
    });
    const back = await admin.patch<AdminPerson>(`/api/admin/people/${org.manager.userId}`, {
      status: 'active',
    });
    expect(back.body.status).toBe('active');
    expect((await api.signIn(org, org.manager)).status).toBe(200);
  });

  it('gives and removes the right to write content', async () => {
    const { org, admin } = await asAdmin();
    const learner = await api.as(org, org.learner);
    const write = async () => (await learner.post('/api/topics', { title: 'Handovers' })).status;
    const change = async (mayAuthor: boolean) =>
      (await admin.patch<AdminPerson>(`/api/admin/people/${org.learner.userId}`, { mayAuthor })).body
        .mayAuthor;
    expect(await write()).toBe(404);
    expect([await change(true), await write()]).toEqual([true, 201]);
    expect([await change(false), await write()]).toEqual([false, 404]);
  });

  it('corrects name and job title, and sends a pending invitation to a corrected address', async () => {
    const { org, admin } = await asAdmin();
    const { body: person } = await admin.post<AdminPerson>('/api/admin/people', newcomer(org, 'ngco'));
    const first = await tokenFor(person.emailAddress);
    const correct = (body: object) => admin.patch<AdminPerson>(`/api/admin/people/${person.userId}`, body);
    const { body } = await correct({
      emailAddress: `ngoc@${org.domain}`,
      firstName: 'Bích',
      title: 'Shift lead',
      reason: 'Spelling',
    });
    expect(body).toMatchObject({ firstName: 'Bích', lastName: 'Trần', title: 'Shift lead' });
    expect(await tokenFor(`ngoc@${org.domain}`)).not.toBe('');
    const { body: details } = await api.call('POST', '/api/auth/invitation/details', {
      body: { token: first },
      ...origin,
    });
    expect(details.state).toBe('revoked');
    expect((await correct({ emailAddress: org.learner.email })).status).toBe(409);
    const { body: page } = await admin.get<AdminPersonPage>(`/api/admin/people/${person.userId}`);
    expect(page.history.data[0]).toMatchObject({
      reason: 'Spelling',
      changes: { emailAddress: { before: null, after: null } },
    });
  });

  it('refuses a change of a detail that someone else changed in the meantime, and names its value', async () => {
    const { org, admin } = await asAdmin();
    const correct = (body: object) => admin.patch(`/api/admin/people/${org.learner.userId}`, body);
    await correct({ title: 'Agent' });
    expect((await correct({ title: 'Lead', expected: { title: 'Agent' } })).status).toBe(200);
    const refused = await correct({ title: 'Expert', firstName: 'Ada', expected: { title: 'Agent' } });
    expect(refused).toMatchObject({ status: 409, body: { fields: { title: 'is now “Lead”' } } });
    const { body: page } = await admin.get<AdminPersonPage>(`/api/admin/people/${org.learner.userId}`);
    expect(page.title).toBe('Lead');
    expect(page.firstName).not.toBe('Ada');
    // Only the changed details count.
    expect((await correct({ firstName: 'Ada', expected: { title: 'Agent' } })).status).toBe(200);
    expect((await correct({ title: 'Lead', expected: { title: 'Agent' } })).status).toBe(200);
  });

  it('refuses a change of a manager or department that someone else changed in the meantime', async () => {
    const { org, admin } = await asAdmin();
    const path = `/api/admin/people/${org.learner.userId}`;
    const managerOf = async () =>
      (await admin.get<AdminPersonPage>(path)).body.managers.at(-1)?.userId ?? null;
    const managerId = await managerOf();
    await admin.patch(path, { managerId: org.coach.userId });
    const refused = await admin.patch(path, { managerId: org.admin.userId, expected: { managerId } });
    expect(refused).toMatchObject({ status: 409, body: { fields: { managerId: 'was changed' } } });
    expect(await managerOf()).toBe(org.coach.userId);
    const again = { managerId: org.admin.userId, expected: { managerId: org.coach.userId } };
    expect((await admin.patch(path, again)).status).toBe(200);
    const department = { departmentId: null, expected: { departmentId: 2_000_000_000 } };
    expect((await admin.patch(path, department)).status).toBe(409);
  });

  it('makes the interim manager report to the leaver’s manager', async () => {
    const { org, admin } = await asAdmin();
    const change = (userId: number, body: object) => admin.patch(`/api/admin/people/${userId}`, body);
    await change(org.manager.userId, { managerId: org.admin.userId });
    await change(org.colleague.userId, { managerId: org.manager.userId });
    await change(org.manager.userId, { status: 'deactivated', interimManagerId: org.colleague.userId });
    const managerOf = async (userId: number) =>
      (await admin.get<AdminPersonPage>(`/api/admin/people/${userId}`)).body.manager?.userId;
    expect(await managerOf(org.learner.userId)).toBe(org.colleague.userId);
    expect(await managerOf(org.colleague.userId)).toBe(org.admin.userId);
  });

  it('shows the reporting line, the department and the programs on the page of a person', async () => {
    const { org, admin } = await asAdmin();
    await admin.patch(`/api/admin/people/${org.manager.userId}`, { managerId: org.admin.userId });
    const { rows } = await api.pool.query<{ id: number }>(
      `with care as (insert into departments (tenant_id, name) values ($1, 'Customer care') returning id)
       insert into departments (tenant_id, name, parent_id) select $1, 'Service desk', id from care returning id`,
      [org.tenantId],
    );
    await admin.patch(`/api/admin/people/${org.learner.userId}`, { departmentId: rows[0]?.id });
    const { body } = await admin.get<AdminPersonPage>(`/api/admin/people/${org.learner.userId}`);
    expect(body.managers.map(({ userId }) => userId)).toEqual([org.admin.userId, org.manager.userId]);
    expect(body.managerSince).not.toBeNull();
    expect(body.programs).toMatchObject([{ programId: org.programId }]);
    expect(body.history.names.departments).toMatchObject({ [String(rows[0]?.id)]: 'Service desk' });
    expect(body.departmentPath.at(-1)).toBe('Service desk');
  });

  it('shows how long sign-in is delayed, and records who ended the delay', async () => {
    const { org, admin } = await asAdmin();
    for (let attempt = 1; attempt <= 5; attempt++) await api.signIn(org, org.learner, 'a wrong password');
    const read = async () =>
      (await admin.get<AdminPersonPage>(`/api/admin/people/${org.learner.userId}`)).body;
    expect((await read()).signInDelayedUntil).toEqual(expect.any(String));
    expect((await admin.post(`/api/admin/people/${org.learner.userId}/unlock`)).status).toBe(204);
    const after = await read();
    expect(after.signInDelayedUntil).toBeNull();
    expect(after.history.data[0]).toMatchObject({ action: 'person.unlocked' });
  });

  it('keeps one administrator, and does not let administrators deactivate themselves', async () => {
    const { org, admin } = await asAdmin();
    const demoted = await admin.patch(`/api/admin/people/${org.admin.userId}`, { isAdmin: false });
    expect([demoted.status, Object.keys(demoted.body.fields as object)]).toEqual([422, ['isAdmin']]);
    await admin.patch(`/api/admin/people/${org.coach.userId}`, { isAdmin: true });
    const own = await admin.patch(`/api/admin/people/${org.admin.userId}`, { status: 'deactivated' });
    expect([own.status, Object.keys(own.body.fields as object)]).toEqual([422, ['status']]);
    expect((await admin.patch(`/api/admin/people/${org.admin.userId}`, { isAdmin: false })).status).toBe(200);
    expect((await admin.get('/api/admin/people')).status).toBe(404);
  });

  it('keeps one administrator if two remove each other’s rights at the same time', async () => {
    const { org, admin } = await asAdmin();
    await admin.patch(`/api/admin/people/${org.coach.userId}`, { isAdmin: true });
    const coach = await api.as(org, org.coach);
    await Promise.all([
      admin.patch(`/api/admin/people/${org.coach.userId}`, { isAdmin: false }),
      coach.patch(`/api/admin/people/${org.admin.userId}`, { isAdmin: false }),
    ]);
    const { rows } = await api.pool.query('select id from users where tenant_id = $1 and is_admin', [
      org.tenantId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('refuses cycles of managers, even if only two changes together create one', async () => {
    const { org, admin } = await asAdmin();
    const setManager = (userId: number, managerId: number) =>
      admin.patch(`/api/admin/people/${userId}`, { managerId });
    const own = await setManager(org.manager.userId, org.learner.userId);
    expect([own.status, own.body.fields]).toEqual([422, { managerId: 'reports to this person' }]);
    expect((await setManager(org.coach.userId, org.coach.userId)).status).toBe(422);
    const both = await Promise.all([
      setManager(org.coach.userId, org.colleague.userId),
      setManager(org.colleague.userId, org.coach.userId),
    ]);
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 422]));
  });

  it('responds with 404 for people who are not administrators, and for people from other organisations', async () => {
    const { org } = await asAdmin();
    const { admin: stranger } = await asAdmin();
    for (const person of [org.learner, org.manager, org.coach]) {
      const caller = await api.as(org, person);
      expect((await caller.get('/api/admin/people')).status).toBe(404);
      expect((await caller.patch(`/api/admin/people/${org.learner.userId}`, { isAdmin: true })).status).toBe(
        404,
      );
      expect((await caller.get('/api/admin/audit')).status).toBe(404);
    }
    expect((await stranger.patch(`/api/admin/people/${org.learner.userId}`, { isAdmin: true })).status).toBe(
      404,
    );
  });
});
