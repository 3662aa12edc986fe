import type { AuditLog } from '#contract/administration/audit.ts';

import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';

import { sql } from '#server/db/drizzle.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import {
  connectDirectory,
  ENTERPRISE,
  entraUser,
  oktaUser,
  type ScimErrorBody,
  type ScimGroup,
  type ScimList,
  type ScimUser,
} from './scimApi.ts';
import { saveSignOn } from './signOnApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
let org: TestOrganisation;
let directory: Awaited<ReturnType<typeof connectDirectory>>;
beforeEach(async () => {
  org = await api.organisation();
  directory = await connectDirectory(api, org);
});

const personOf = async (userId: number | string) =>
  (await directory.admin.get<AdminPerson>(`/api/admin/people/${userId}`)).body;
const entriesOf = async (action?: string) =>
  (await directory.admin.get<AuditLog>(`/api/admin/audit${action ? `?action=${action}` : ''}`)).body.data;

describe('people from a directory', () => {
  it('are created by a request from Entra, and get an invitation', async () => {
    expect(await directory.find(`userName eq "ngoc@${org.domain}"`)).toEqual([]);
    const created = await directory.post('/Users', entraUser(org, 'ngoc'));
    expect(created.status).toBe(201);
    expect(created.headers).toMatchObject({
      'content-type': 'application/scim+json; charset=utf-8',
      location: `http://localhost:4000/scim/v2/Users/${created.body.id}`,
    });
    expect(created.body).toMatchObject({
      userName: `ngoc@${org.domain}`,
      externalId: 'object id of ngoc',
      active: true,
      displayName: 'ngoc Nguyen',
      name: { givenName: 'ngoc', familyName: 'Nguyen' },
      title: 'Engineer',
      emails: [{ value: `ngoc@${org.domain}`, type: 'work', primary: true }],
      groups: [],
    });
    expect((await directory.get(`/Users/${created.body.id}`)).body).toEqual(created.body);
    expect(await personOf(created.body.id)).toMatchObject({
      status: 'invited',
      invitation: { state: 'pending' },
      firstName: 'ngoc',
    });
    await until(() => api.mails.some(({ to }) => JSON.stringify(to).includes(`ngoc@${org.domain}`)));
    for (const filter of [
      `userName eq "NGOC@${org.domain.toUpperCase()}"`,
      'externalId eq "object id of ngoc"',
      `emails[type eq "work"].value eq "x" or emails.value eq "ngoc@${org.domain}"`,
    ])
      expect((await directory.find(filter)).map(({ id }) => id)).toEqual([created.body.id]);
    const again = await directory.post<ScimErrorBody>('/Users', entraUser(org, 'ngoc'));
    expect(again).toMatchObject({
      status: 409,
      body: { schemas: [ERROR], status: '409', scimType: 'uniqueness' },
    });
  });

  it('are created by a request from Okta, and changed by PUT', async () => {
    const { body: created } = await directory.post('/Users', oktaUser(org, 'adaeze'));
    const renamed = await directory.put(`/Users/${created.id}`, {
      ...oktaUser(org, 'adaeze'),
      id: created.id,
      name: { givenName: 'Ada', familyName: 'Obi' },
      userName: `ada@${org.domain}`,
      emails: [{ primary: true, value: `ada@${org.domain}`, type: 'work' }],
    });
    expect(renamed).toMatchObject({
      status: 200,
      body: { userName: `ada@${org.domain}`, displayName: 'Ada Obi', active: true },
    });
    expect(await personOf(created.id)).toMatchObject({
      firstName: 'Ada',
      lastName: 'Obi',
      emailAddress: `ada@${org.domain}`,
    });
  });

  it('are taken over if they already exist', async () => {
    const { learner } = org;
    const mailbox = learner.email.split('@')[0] ?? '';
    const adopted = await directory.post('/Users', {
      ...entraUser(org, mailbox),
      userName: learner.email.toUpperCase(),
      emails: [{ type: 'work', value: learner.email.toUpperCase() }],
    });
    expect(adopted).toMatchObject({ status: 201, body: { id: String(learner.userId), active: true } });
    expect(await personOf(learner.userId)).toMatchObject({
      status: 'active',
      lastName: 'Nguyen',
      emailAddress: learner.email,
    });
    expect(await entriesOf('person.directory-connected')).toMatchObject([
      { actor: null, actorName: 'Entra ID', subject: { id: String(learner.userId) } },
    ]);
  });

  it('lose their sessions when Okta sends active: false, and the next GET shows it', async () => {
    const { manager, learner } = org;
    const person = await api.as(org, manager);
    expect((await person.get('/api/session')).status).toBe(200);
    const changed = await directory.patch(`/Users/${manager.userId}`, {
      op: 'replace',
      value: { active: false },
    });
    expect(changed).toMatchObject({ status: 200, body: { active: false } });
    expect((await directory.get(`/Users/${manager.userId}`)).body.active).toBe(false);
    expect((await person.get('/api/session')).status).toBe(401);
    // The manager's reports now have the next manager above.
    const before = await personOf(manager.userId);
    expect(await personOf(learner.userId)).toMatchObject({ manager: before.manager });
    expect((await entriesOf('person.deactivated'))[0]).toMatchObject({
      actor: null,
      actorName: 'Entra ID',
      subject: { id: String(manager.userId) },
    });
    await directory.patch(`/Users/${manager.userId}`, { op: 'Replace', path: 'active', value: 'True' });
    expect(await personOf(manager.userId)).toMatchObject({ status: 'active' });
  });

  it('are deactivated by Entra with the text "False", even if it is sent twice', async () => {
    const off = { op: 'Replace', path: 'active', value: 'False' };
    for (const _time of [1, 2])
      expect(await directory.patch(`/Users/${org.colleague.userId}`, off)).toMatchObject({
        status: 200,
        body: { active: false },
      });
    expect(await entriesOf('person.deactivated')).toHaveLength(1);
  });

  it('are deactivated by DELETE and can come back', async () => {
    const { body: created } = await directory.post('/Users', entraUser(org, 'kai'));
    expect((await directory.delete(`/Users/${created.id}`)).status).toBe(204);
    expect((await directory.get(`/Users/${created.id}`)).status).toBe(404);
    expect((await directory.delete(`/Users/${created.id}`)).status).toBe(404);
    expect(await directory.find(`userName eq "kai@${org.domain}"`)).toEqual([]);
    expect(await personOf(created.id)).toMatchObject({ status: 'deactivated' });
    const back = await directory.post('/Users', entraUser(org, 'kai'));
    expect(back).toMatchObject({ status: 201, body: { id: created.id, active: true } });
    expect(await personOf(created.id)).toMatchObject({
      status: 'invited',
      invitation: { state: 'pending' },
    });
  });

  it('are changed by a request from Entra', async () => {
    const { body: created } = await directory.post('/Users', entraUser(org, 'lena'));
    const { body } = await directory.patch(
      `/Users/${created.id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `lena.n@${org.domain}` },
      { op: 'Replace', path: 'name.familyName', value: 'Novak' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: String(org.manager.userId) },
      { op: 'Remove', path: 'title' },
    );
    expect(body).toMatchObject({
      displayName: 'lena Novak',
      emails: [{ value: `lena.n@${org.domain}` }],
      [ENTERPRISE]: { manager: { value: String(org.manager.userId) } },
    });
    expect(body.title).toBeUndefined();
    expect(body.userName).toBe(created.userName);
    const [change] = (await entriesOf('person.changed')).filter(({ changes }) => 'emailAddress' in changes);
    expect(change?.changes).toEqual({
      emailAddress: { before: null, after: null },
      lastName: { before: null, after: null },
      title: { before: null, after: null },
    });
  });

  it('stay unchanged if a rule protects them, such as the last administrator', async () => {
    const url = `/Users/${org.admin.userId}`;
    for (const answer of [
      await directory.patch<ScimErrorBody>(url, { op: 'replace', value: { active: false } }),
      await directory.delete<ScimErrorBody>(url),
    ])
      expect(answer).toMatchObject({
        status: 400,
        body: { schemas: [ERROR], status: '400', scimType: 'mutability' },
      });
    expect(await personOf(org.admin.userId)).toMatchObject({ status: 'active', isAdmin: true });
  });

  it('keep the emergency administrator, even if there are other administrators', async () => {
    const { admin } = directory;
    const { colleague } = org;
    await admin.patch(`/api/admin/people/${colleague.userId}`, { isAdmin: true });
    await saveSignOn(admin, {
      issuer: 'http://localhost:1',
      clientId: 'client',
      clientSecret: 'a client secret',
      mode: 'allowed',
      emergencyAdminId: org.admin.userId,
      createsPeople: false,
      groups: [{ group: 'Administrators', departmentId: null }],
    });
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(
        sql`update sign_on_settings set mode = 'enforced', tested_version = provider_version, tested_at = now()`,
      ),
    );
    const url = `/Users/${org.admin.userId}`;
    const refusals = [
      await directory.patch<ScimErrorBody>(url, { op: 'replace', value: { active: false } }),
      await directory.put<ScimErrorBody>(url, { userName: org.admin.email, active: false }),
      await directory.delete<ScimErrorBody>(url),
      await directory.post<ScimErrorBody>('/Users', { userName: org.admin.email, active: false }),
    ];
    for (const answer of refusals) {
      expect(answer).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
      expect(answer.body.detail).toMatch(/emergency administrator/);
    }
    // Neither of the two is in the group, but only the other administrator loses the right.
    const members = [org.admin, colleague].map(({ userId }) => ({ value: String(userId) }));
    const { body: group } = await directory.post<ScimGroup>('/Groups', {
      displayName: 'Administrators',
      members,
    });
    await directory.put(`/Groups/${group.id}`, { displayName: 'Administrators', members: [] });
    expect(await personOf(colleague.userId)).toMatchObject({ isAdmin: false });
    expect(await personOf(org.admin.userId)).toMatchObject({ status: 'active', isAdmin: true });
  });

  it('are refused with an address of another domain or without one', async () => {
    for (const [more, detail] of [
      [{ emails: [{ type: 'work', value: 'x@elsewhere.example' }] }, /domain/],
      [{ emails: [{ type: 'work', value: 'none' }] }, /email address/],
      [{ emails: [], userName: 'none' }, /email address/],
      [{ userName: undefined }, /userName/],
      [{ active: 'perhaps' }, /active must be true or false/],
      [{ name: { givenName: 'x'.repeat(200) } }, /givenName/],
    ] as const) {
      const { status, body } = await directory.post<ScimErrorBody>('/Users', entraUser(org, 'max', more));
      expect([more, status, body.schemas]).toEqual([more, 400, [ERROR]]);
      expect(body.detail).toMatch(detail);
    }
  });

  it('are listed in pages that do not overlap', async () => {
    const page = async (query: string) => (await directory.get<ScimList<ScimUser>>(`/Users?${query}`)).body;
    const all = await page('');
    expect(all).toMatchObject({ totalResults: 6, startIndex: 1, itemsPerPage: 6 });
    const [first, second] = [await page('startIndex=1&count=4'), await page('startIndex=5&count=4')];
    expect([...first.Resources, ...second.Resources].map(({ id }) => id)).toEqual(
      all.Resources.map(({ id }) => id),
    );
    expect(second).toMatchObject({ totalResults: 6, startIndex: 5, itemsPerPage: 2 });
    expect(await page('startIndex=-3&count=0')).toMatchObject({
      totalResults: 6,
      startIndex: 1,
      Resources: [],
    });
    expect((await page('count=1&attributes=userName')).Resources[0]).toEqual({
      schemas: expect.anything(),
      id: expect.anything(),
      userName: expect.anything(),
    });
    for (const query of ['count=x', 'startIndex=1.5', 'count=1&count=2', 'filter=active%20eq'])
      expect([query, (await directory.get(`/Users?${query}`)).status]).toEqual([query, 400]);
    expect(await page(`filter=${encodeURIComponent('active eq true and not (id eq "0")')}`)).toMatchObject({
      totalResults: 6,
    });
  });
});
