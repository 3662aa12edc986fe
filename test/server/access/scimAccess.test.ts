import type { AuditLog } from '#contract/administration/audit.ts';
import type { CreatedDirectoryToken, Directory } from '#contract/administration/directory.ts';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { directoryCleanUp } from '#server/access/directory/index.ts';

import { startApi, type TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import {
  connectDirectory,
  ENTERPRISE,
  entraUser,
  type ScimErrorBody,
  type ScimGroup,
  type ScimList,
} from './scimApi.ts';

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

describe('groups of a directory', () => {
  it('give people departments and the administrator right, and also remove the right', async () => {
    const { admin } = directory;
    const { body: departments } = await admin.get<{ data: { departmentId: number; name: string }[] }>(
      '/api/admin/departments',
    );
    const sales = departments.data.find(({ name }) => name === 'Sales')?.departmentId ?? 0;
    const saved = await admin.put('/api/admin/sign-on', {
      version: 0,
      issuer: 'http://localhost:1',
      clientId: 'client',
      clientSecret: 'a client secret',
      mode: 'allowed',
      emergencyAdminId: org.admin.userId,
      createsPeople: false,
      groups: [
        { group: 'Sales team', departmentId: sales },
        { group: 'object id of admins', departmentId: null },
        { group: 'Unknown to the directory', departmentId: null },
      ],
    });
    expect(saved.status).toBe(200);
    const { coach, colleague } = org;
    const created = await directory.post<ScimGroup>('/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Sales team',
      members: [{ value: String(coach.userId) }],
    });
    expect(created).toMatchObject({ status: 201, body: { members: [{ value: String(coach.userId) }] } });
    expect(await personOf(coach.userId)).toMatchObject({ department: { name: 'Sales' }, isAdmin: false });

    const { body: admins } = await directory.post<ScimGroup>('/Groups', {
      displayName: 'Trellis admins',
      externalId: 'object id of admins',
    });
    const added = await directory.patch<ScimGroup>(`/Groups/${admins.id}`, {
      op: 'Add',
      path: 'members',
      value: [{ $ref: null, value: String(colleague.userId) }],
    });
    expect(added.body.members).toMatchObject([{ value: String(colleague.userId) }]);
    expect(await personOf(colleague.userId)).toMatchObject({ isAdmin: true });
    expect((await directory.get(`/Users/${colleague.userId}`)).body.groups).toEqual([
      { value: admins.id, display: 'Trellis admins' },
    ]);
    const removed = await directory.patch<ScimGroup>(`/Groups/${admins.id}`, {
      op: 'Remove',
      path: 'members',
      value: [{ $ref: null, value: String(colleague.userId) }],
    });
    expect(removed.body.members).toEqual([]);
    expect(await personOf(colleague.userId)).toMatchObject({ isAdmin: false });
    // No member of these groups affects administrators whom the directory does not know.
    expect(await personOf(org.admin.userId)).toMatchObject({ isAdmin: true });

    await directory.put(`/Groups/${admins.id}`, {
      displayName: 'Trellis admins',
      members: [{ value: String(colleague.userId) }],
    });
    expect(await personOf(colleague.userId)).toMatchObject({ isAdmin: true });
    expect((await directory.delete(`/Groups/${admins.id}`)).status).toBe(204);
    expect(await personOf(colleague.userId)).toMatchObject({ isAdmin: false });
    expect((await directory.get(`/Groups/${admins.id}`)).status).toBe(404);
    const { body } = await admin.get<Directory>('/api/admin/directory');
    expect(body.groups).toMatchObject([
      { name: 'Sales team', members: 1, means: 'department', departmentName: 'Sales' },
    ]);
    expect(
      (await entriesOf('directory.group-changed')).every(({ actorName }) => actorName === 'Entra ID'),
    ).toBe(true);
  });

  it('are found by name, with or without members', async () => {
    const { body: group } = await directory.post<ScimGroup>('/Groups', {
      displayName: 'Everyone',
      externalId: 'g-1',
      members: [{ value: String(org.learner.userId) }, { value: String(org.coach.userId) }],
    });
    const find = async (filter: string, more = '') =>
      (await directory.get<ScimList<ScimGroup>>(`/Groups?filter=${encodeURIComponent(filter)}${more}`)).body;
    expect(await find('displayName eq "everyone"')).toMatchObject({ Resources: [group] });
    const short = await find('displayName eq "Everyone"', '&excludedAttributes=members');
    expect(short.Resources[0]).not.toHaveProperty('members');
    expect(await find(`id eq "${group.id}" and members eq "${org.learner.userId}"`)).toMatchObject({
      totalResults: 1,
    });
    expect(await find(`members[value eq "${org.manager.userId}"]`)).toMatchObject({ totalResults: 0 });
    const same = await directory.post<ScimErrorBody>('/Groups', { displayName: 'EVERYONE' });
    expect(same).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const renamed = await directory.patch<ScimGroup>(`/Groups/${group.id}`, {
      op: 'replace',
      value: { id: group.id, displayName: 'All' },
    });
    expect(renamed.body).toMatchObject({ displayName: 'All', members: group.members });
    for (const value of ['0', 'x', '2147483648', '999999999'])
      expect(
        await directory.patch<ScimErrorBody>(`/Groups/${group.id}`, {
          op: 'add',
          path: 'members',
          value: [{ value }],
        }),
      ).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  });
});

describe('an administrator', () => {
  const errors = async () => (await directory.admin.get<Directory>('/api/admin/directory')).body.errors;

  it('lists the errors of the last 7 days, and counts identical ones', async () => {
    const stranger = entraUser(org, 'x', { userName: 'x@elsewhere.example', emails: [] });
    for (const _time of [1, 2]) await directory.post('/Users', stranger);
    await directory.patch(`/Users/${org.admin.userId}`, { op: 'replace', value: { active: false } });
    await directory.delete('/Groups/aaaabbbbccccdddd');
    // Lookups of items that do not exist are part of every sync.
    await directory.get('/Users/999999');
    const { data, hasMore } = await errors();
    expect(hasMore).toBe(false);
    expect(data.map(({ request, subject, status, times }) => [request, subject, status, times])).toEqual([
      ['DELETE /Groups', null, 404, 1],
      ['PATCH /Users', expect.stringContaining(' '), 400, 1],
      ['POST /Users', 'x@elsewhere.example', 400, 2],
    ]);
    expect(data[2]).toMatchObject({ tokenName: 'Entra ID', detail: expect.stringMatching(/domain/) });

    await directory.admin.delete(`/api/admin/directory/tokens/${directory.tokenId}`);
    expect((await directory.get('/Users')).status).toBe(401);
    expect((await errors()).data[0]).toMatchObject({ status: 401, detail: 'This token was revoked.' });
    const week = 7 * 24 * 60 * 60_000 + 1;
    const later = () => new Date(api.clock.now().getTime() + week);
    await directoryCleanUp(api.pool, later).deleteOld(() => false);
    expect((await errors()).data).toEqual([]);
  });

  it('shows the names of groups and tokens in the audit log', async () => {
    const { body: group } = await directory.post<ScimGroup>('/Groups', { displayName: 'Night shift' });
    const read = async () => (await directory.admin.get<AuditLog>('/api/admin/audit')).body;
    const { data, names } = await read();
    expect(data[0]).toMatchObject({
      action: 'directory.group-created',
      subject: { name: 'Night shift' },
      changes: { group: { after: group.id } },
    });
    expect(names.directory).toEqual({ [group.id]: 'Night shift', [directory.tokenId]: 'Entra ID' });
    await directory.delete(`/Groups/${group.id}`);
    expect((await read()).data[0]).toMatchObject({
      action: 'directory.group-deleted',
      subject: { name: null },
    });
  });
});

describe('a token of the directory', () => {
  it('works until it is revoked, and an organisation has at most 2', async () => {
    const { admin } = directory;
    const second = await admin.post<CreatedDirectoryToken>('/api/admin/directory/tokens', { name: 'Next' });
    expect(second.status).toBe(201);
    expect((await admin.post('/api/admin/directory/tokens', { name: 'Third' })).status).toBe(422);
    await directory.get('/Users');
    const { body: before } = await admin.get<Directory>('/api/admin/directory');
    expect(before.tokens).toMatchObject([
      { name: 'Entra ID', lastUsedAt: expect.any(String) },
      { name: 'Next', lastUsedAt: null },
    ]);
    expect(JSON.stringify(before)).not.toContain(directory.token);
    const { body: after } = await admin.delete<Directory>(`/api/admin/directory/tokens/${directory.tokenId}`);
    expect(after.tokens).toMatchObject([{ name: 'Next' }]);
    expect(await directory.get('/Users')).toMatchObject({
      status: 401,
      body: { schemas: [ERROR], status: '401' },
      headers: { 'www-authenticate': 'Bearer' },
    });
    const { rows } = await api.pool.query('select token_hash from directory_tokens');
    expect(JSON.stringify(rows)).not.toContain(directory.token.slice(-43));
  });

  it('gives access only to its own organisation', async () => {
    const other = await api.organisation();
    const stranger = await connectDirectory(api, other, 'Okta');
    const { body: theirs } = await directory.post<ScimGroup>('/Groups', { displayName: 'Theirs' });
    for (const path of [`/Users/${org.learner.userId}`, `/Groups/${theirs.id}`]) {
      const answers = [
        await stranger.get(path),
        await stranger.put(path, { userName: `x@${other.domain}`, displayName: 'x' }),
        await stranger.patch(path, { op: 'replace', value: { active: false, displayName: 'x' } }),
        await stranger.delete(path),
      ];
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 404, 404, 404, 404]);
    }
    expect(await stranger.find(`userName eq "${org.learner.email}"`)).toEqual([]);
    const member = await stranger.post<ScimErrorBody>('/Groups', {
      displayName: 'Mine',
      members: [{ value: String(org.learner.userId) }],
    });
    expect(member).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    // The token of one organisation with the id of another one.
    const forged = directory.token.replace(/^trellis-scim-\d+/, `trellis-scim-${other.tenantId}`);
    for (const authorization of [`Bearer ${forged}`, 'Bearer x', 'Basic x', directory.token])
      expect((await api.call('GET', '/scim/v2/Users', { headers: { authorization } })).status).toBe(401);
    expect((await api.call('GET', '/scim/v2/Nothing')).status).toBe(401);
    const person = await api.as(org, org.admin);
    expect(
      (await api.call('GET', '/scim/v2/Users', { headers: { authorization: person.token } })).status,
    ).toBe(401);
  });

  it('has its own rate limit, and is never written to the log', async () => {
    const { body } = await directory.admin.post<CreatedDirectoryToken>('/api/admin/directory/tokens', {
      name: 'Next',
    });
    const remaining = async (token: string) =>
      Number(
        (await api.call('GET', '/scim/v2/Schemas', { headers: { authorization: `Bearer ${token}` } }))
          .headers['x-ratelimit-remaining'],
      );
    const first = await remaining(directory.token);
    expect(await remaining(directory.token)).toBe(first - 1);
    expect(await remaining(body.token)).toBe(1_499);
    expect(api.lines.some((line) => line.includes('/scim/v2/Schemas'))).toBe(true);
    expect(api.lines.filter((line) => line.includes('trellis-scim-'))).toEqual([]);
  });
});

// The routes are not in the OpenAPI document, so the tests that read it do not cover them.
describe('every route of SCIM', () => {
  const routes = async () => {
    const { body: group } = await directory.post<ScimGroup>('/Groups', { displayName: 'A group' });
    return [`/Users/${org.learner.userId}`, `/Groups/${group.id}`, '/Users', '/Groups'];
  };
  const values = [
    null,
    true,
    -1,
    1e308,
    'a\u0000b',
    '\ud800',
    'x'.repeat(10_000),
    [[]],
    [null],
    { value: {} },
  ];
  const names = [
    'userName',
    'name',
    'emails',
    'active',
    'title',
    'externalId',
    'manager',
    'members',
    ENTERPRISE,
  ];
  const bodies: unknown[] = [
    '{',
    '',
    'null',
    '[]',
    '5',
    '{"__proto__":{"active":false}}',
    '{"constructor":{"prototype":{}}}',
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    {},
    ...names.flatMap((name) =>
      values.map((value) => ({ userName: 'no address', displayName: 'x', [name]: value })),
    ),
  ];
  const paths = [
    null,
    5,
    {},
    'members',
    'active',
    'name',
    'emails[',
    'emails[value eq "a:b"].value',
    'name.',
  ];
  const patches = paths.flatMap((path) =>
    ['add', 'Replace', 'remove', 'x'].map((op) => ({ Operations: [{ op, path, value: { value: {} } }] })),
  );

  it('responds to invalid bodies with a SCIM error, never with a server error', async () => {
    for (const path of await routes()) {
      const isOne = path.includes('/', 1);
      const calls = [
        ...bodies.map((body) => [isOne ? directory.put : directory.post, body] as const),
        ...(isOne ? [...bodies.slice(0, 9), ...patches] : []).map((body) => [directory.send, body] as const),
      ];
      for (const [send, body] of calls) {
        const { status, body: answer } = await send<ScimErrorBody>(path, body);
        expect([path, body, status < 500]).toEqual([path, body, true]);
        if (status >= 400) expect(answer).toMatchObject({ schemas: [ERROR], status: String(status) });
      }
    }
    const large = await directory.post<ScimErrorBody>('/Users', `"${'x'.repeat(2_200_000)}"`);
    expect(large).toMatchObject({ status: 413, body: { schemas: [ERROR], status: '413' } });
    const form = await api.call('POST', '/scim/v2/Users', {
      body: 'a=b',
      headers: {
        authorization: `Bearer ${directory.token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect(form).toMatchObject({ status: 415, body: { schemas: [ERROR] } });
    expect(({} as { active?: boolean }).active).toBeUndefined();
  }, 60_000);

  it('responds to invalid ids with 404 and to invalid filters with 400', async () => {
    for (const id of ['0', 'x', '2147483648', '-1', '%00', '%ED%A0%80', '__proto__', "'--", 'x'.repeat(150)])
      for (const kind of ['Users', 'Groups', 'Schemas', 'ResourceTypes']) {
        const { status, body } = await directory.get<ScimErrorBody>(`/${kind}/${id}`);
        expect([kind, id, [400, 404].includes(status)]).toEqual([kind, id, true]);
        if (status === 404 && !id.startsWith('%')) expect(body.schemas).toEqual([ERROR]);
      }
    for (const kind of ['Users', 'Groups'])
      for (const filter of ['x', 'a eq', '(', 'constructor eq "x"', 'id eq "\u0000"', '\ud7ff eq 1', 'id pr'])
        expect(
          await directory.get<ScimErrorBody>(`/${kind}?filter=${encodeURIComponent(filter)}`),
        ).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } });
    expect((await directory.get('/Nothing')).status).toBe(404);
  });

  it('is described for directories that request its description', async () => {
    const { body: config } = await directory.get<Record<string, unknown>>('/ServiceProviderConfig');
    expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    const { body: types } = await directory.get<ScimList<{ id: string }>>('/ResourceTypes');
    expect(types.Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
    const { body: schemas } = await directory.get<ScimList<{ id: string }>>('/Schemas');
    for (const { id } of schemas.Resources) expect((await directory.get(`/Schemas/${id}`)).body.id).toBe(id);
  });
});
