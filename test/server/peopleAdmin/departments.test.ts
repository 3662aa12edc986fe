import type { AuditLog } from '#contract/administration/audit.ts';
import type { Department, DepartmentPage, Departments } from '#contract/administration/departments.ts';
import type { AdminPeople } from '#contract/administration/peopleAdmin.ts';
import type { ProgramSetup } from '#contract/learning/programSetup.ts';
import type { Survey } from '#contract/surveys/surveys.ts';
import { sql } from '#server/db/drizzle.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';

jest.setTimeout(60_000); // creating databases takes a long time

onEachDatabase((open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase: open });
  });
  afterAll(() => api.close());

  async function asAdmin() {
    const org = await api.organisation();
    const admin = await api.as(org, org.admin);
    const url = (id: number) => `/api/admin/departments/${id}`;
    const list = async () => (await admin.get<Departments>('/api/admin/departments')).body;
    return {
      org,
      admin,
      url,
      list,
      create: async (name: string, parentId: number | null = null) =>
        (await admin.post<Department>('/api/admin/departments', { name, parentId })).body.departmentId,
      move: (id: number, parentId: number | null) => admin.patch(url(id), { parentId }),
      merge: (id: number, intoId: number) => admin.post<Department>(`${url(id)}/merge`, { intoId }),
      idOf: async (name: string) =>
        (await list()).data.find((one) => one.name === name)?.departmentId ?? Number.NaN,
    };
  }

  it('creates no cycle if two administrators move departments at the same time', async () => {
    const { create, move, list } = await asAdmin();
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await create(`A${round}`), await create(`B${round}`)];
      const answers = await Promise.all([move(a, b), move(b, a)]);
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 422]));
    }
    const { data, people, withoutDepartment } = await list();
    const top = data.filter(({ parentId }) => parentId === null);
    expect(top.reduce((sum, { total }) => sum + total, 0) + withoutDepartment).toBe(people);
  });

  it('does not lose people who join a department while it is merged or deleted', async () => {
    const { org, admin, create, merge, url } = await asAdmin();
    const [from, into] = [await create('From'), await create('Into')];
    const join = (userId: number) => admin.patch(`/api/admin/people/${userId}`, { departmentId: from });
    const answers = await Promise.all([join(org.learner.userId), merge(from, into), join(org.coach.userId)]);
    expect(answers.every(({ status }) => [200, 422].includes(status))).toBe(true);
    const empty = await create('Empty');
    const [joined, deleted] = await Promise.all([
      admin.patch(`/api/admin/people/${org.learner.userId}`, { departmentId: empty }),
      admin.delete(url(empty)),
    ]);
    expect([joined.status, deleted.status]).toEqual(joined.status === 200 ? [200, 422] : [422, 204]);
  });
});

describe('departments', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  async function asAdmin() {
    const org = await api.organisation();
    const admin = await api.as(org, org.admin);
    const url = (id: number) => `/api/admin/departments/${id}`;
    const list = async () => (await admin.get<Departments>('/api/admin/departments')).body;
    const create = async (name: string, parentId: number | null = null) =>
      (await admin.post<Department>('/api/admin/departments', { name, parentId })).body.departmentId;
    const byName = async (name: string) => (await list()).data.find((one) => one.name === name);
    const idOf = async (name: string) => (await byName(name))?.departmentId ?? Number.NaN;
    return { org, admin, url, list, create, byName, idOf };
  }

  it('counts the active people in a department, in the departments below it, and in no department', async () => {
    const { org, admin, url, list, create, byName, idOf } = await asAdmin();
    const [sales, people] = [await idOf('Sales'), await idOf('People')];
    const europe = await create('Europe', sales);
    await admin.patch(`/api/admin/people/${org.learner.userId}`, { departmentId: europe });
    await admin.patch(`/api/admin/people/${org.colleague.userId}`, { departmentId: null });
    await admin.patch(url(europe), { headId: org.coach.userId });
    expect(await byName('Sales')).toMatchObject({ direct: 2, total: 3 });
    expect(await byName('Europe')).toMatchObject({
      direct: 1,
      total: 1,
      head: { userId: org.coach.userId, firstName: 'Coach' },
    });
    const { data, withoutDepartment, people: all } = await list();
    expect([withoutDepartment, all]).toEqual([1, 6]);
    const top = data.filter(({ parentId }) => parentId === null);
    expect(top.reduce((sum, { total }) => sum + total, 0) + withoutDepartment).toBe(all);
    await admin.patch(`/api/admin/people/${org.coach.userId}`, { status: 'deactivated' });
    expect((await byName('Europe'))?.head).toBeNull();
    expect((await byName('People'))?.total).toBe(1);
    const { body: page } = await admin.get<DepartmentPage>(url(sales));
    expect(page).toMatchObject({ name: 'Sales', total: 3, invited: 0, managers: 1, programs: 1 });
    expect(page.activeIn28Days).toBeLessThanOrEqual(3);
    expect((await admin.get<DepartmentPage>(url(people))).body).toMatchObject({ total: 1, programs: 0 });
  });

  it('are shown in the directory and the people table together with the departments below them', async () => {
    const { org, admin, create, idOf } = await asAdmin();
    const sales = await idOf('Sales');
    const spain = await create('Spain', await create('Europe', sales));
    await admin.patch(`/api/admin/people/${org.learner.userId}`, { departmentId: spain });
    const learner = await api.as(org, org.learner);
    const directory = async (department: number) =>
      (await learner.get<{ data: { userId: number }[] }>(`/api/users?department=${department}`)).body.data
        .length;
    const table = async (department: number) =>
      (await admin.get<AdminPeople>(`/api/admin/people?department=${department}`)).body.total;
    expect([await directory(0), await directory(sales), await directory(spain)]).toEqual([6, 4, 1]);
    expect([await table(sales), await table(spain)]).toEqual([4, 1]);
  });

  it('refuses cycles, a ninth level, names in use and people who have left, and names the field', async () => {
    const { org, admin, url, create, idOf } = await asAdmin();
    const chain = [await idOf('Sales')];
    for (let level = 2; level <= 8; level++) chain.push(await create(`Level ${level}`, chain.at(-1)));
    const people = await idOf('People');
    await admin.patch(`/api/admin/people/${org.colleague.userId}`, { status: 'deactivated' });
    const refused = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
      const { status, body } = await answer;
      return [status, body.fields];
    };
    expect(
      await refused(admin.post('/api/admin/departments', { name: 'Level 9', parentId: chain[7] })),
    ).toEqual([422, { parentId: 'would need more than 8 levels' }]);
    expect(await refused(admin.patch(url(chain[0]!), { parentId: people }))).toEqual([
      422,
      { parentId: 'would need more than 8 levels' },
    ]);
    expect(await refused(admin.patch(url(chain[0]!), { parentId: chain[7] }))).toEqual([
      422,
      { parentId: 'is below this department' },
    ]);
    expect(await refused(admin.patch(url(people), { parentId: people }))).toEqual([
      422,
      { parentId: 'is the same department' },
    ]);
    expect(await refused(admin.patch(url(people), { parentId: 2_147_483_647 }))).toEqual([
      422,
      { parentId: 'does not exist' },
    ]);
    expect(await refused(admin.post('/api/admin/departments', { name: 'sales' }))).toEqual([
      422,
      { name: 'is used by another department here' },
    ]);
    expect(await refused(admin.patch(url(people), { headId: org.colleague.userId }))).toEqual([
      422,
      { headId: 'is not active' },
    ]);
    expect((await admin.patch(url(people), {})).status).toBe(400);
  });

  it('moves people and departments into another one when merging, and records it', async () => {
    const { admin, url, create, list, byName, idOf } = await asAdmin();
    const [sales, people] = [await idOf('Sales'), await idOf('People')];
    const europe = await create('Europe', sales);
    const [before, own] = [(await byName('Sales'))!, (await byName('People'))!];
    const { body: merged } = await admin.post<Department>(`${url(sales)}/merge`, { intoId: people });
    expect(merged).toMatchObject({ departmentId: people, direct: before.direct + own.direct });
    expect((await list()).data.map(({ name, parentId }) => [name, parentId])).toEqual([
      ['Europe', people],
      ['People', null],
    ]);
    const { body: log } = await admin.get<AuditLog>('/api/admin/audit');
    expect(log.data.slice(0, 2)).toMatchObject([
      {
        action: 'department.changed',
        subject: { id: String(europe) },
        changes: { parentId: { after: people } },
      },
      {
        action: 'department.merged',
        changes: {
          name: { before: 'Sales', after: null },
          mergedIntoId: { after: people },
          people: { before: 4 },
        },
      },
    ]);
  });

  it('keeps the people of a merged department in the audiences of programs and surveys', async () => {
    const { org, admin, url, create, idOf } = await asAdmin();
    const [sales, people, other] = [await idOf('Sales'), await idOf('People'), await create('Other')];
    const audiences = [
      [sales, other],
      [people, other, sales],
    ];
    const createBoth = async (departmentIds: number[]) => {
      const program = await admin.post<ProgramSetup>('/api/programs', {
        name: 'A program',
        topicIds: [org.topicIds[0]],
        audience: { everyone: false, userIds: [], departmentIds },
      });
      const survey = await admin.post<Survey>('/api/surveys', { surveyName: 'A pulse' });
      const saved = await admin.patch(`/api/surveys/${survey.body.surveyId}`, {
        version: survey.body.version,
        audience: { kind: 'departments', departmentIds },
      });
      expect([program.status, saved.status]).toEqual([201, 200]);
      return [
        `/api/programs/${program.body.programId}/setup`,
        `/api/surveys/${survey.body.surveyId}`,
      ] as const;
    };
    const created = await Promise.all(audiences.map(createBoth));
    expect((await admin.post(`${url(sales)}/merge`, { intoId: people })).status).toBe(200);
    const { body: log } = await admin.get<AuditLog>('/api/admin/audit?action=department.merged');
    expect(log.data[0]?.changes).toMatchObject({ programs: { before: 2 }, surveys: { before: 2 } });
    const expected = [
      [people, other],
      [people, other],
    ];
    for (const [index, [programUrl, surveyUrl]] of created.entries()) {
      const { body: program } = await admin.get<ProgramSetup>(programUrl);
      expect(program.audience.departmentIds).toEqual(expected[index]);
      expect(program.reach).toBe(6);
      const { body: survey } = await admin.get<Survey>(surveyUrl);
      expect(survey.audience).toEqual({ kind: 'departments', departmentIds: expected[index] });
    }
  });

  it('does not merge a department into itself, into one below it, or into one with a department of the same name', async () => {
    const { admin, url, create, list, idOf } = await asAdmin();
    const [sales, people] = [await idOf('Sales'), await idOf('People')];
    const europe = await create('Europe', sales);
    await create('Europe', people);
    const before = await list();
    for (const [id, intoId, field] of [
      [sales, sales, 'is the same department'],
      [sales, europe, 'is below this department'],
      [sales, people, 'contains a department named Europe'],
    ] as const) {
      const { status, body } = await admin.post(`${url(id)}/merge`, { intoId });
      expect([status, body.fields]).toEqual([422, { intoId: field }]);
    }
    expect(await list()).toEqual(before);
  });

  it('deletes only departments without people and departments below', async () => {
    const { org, admin, url, create, idOf } = await asAdmin();
    const sales = await idOf('Sales');
    const europe = await create('Europe', sales);
    const spain = await create('Spain', europe);
    expect((await admin.delete(url(sales))).status).toBe(422);
    expect((await admin.delete(url(europe))).status).toBe(422);
    expect((await admin.delete(url(spain))).status).toBe(204);
    await admin.patch(`/api/admin/people/${org.learner.userId}`, { departmentId: europe });
    expect((await admin.delete(url(europe))).status).toBe(422);
    await admin.patch(`/api/admin/people/${org.learner.userId}`, { status: 'deactivated' });
    expect((await admin.delete(url(europe))).status).toBe(204);
    expect((await admin.delete(url(europe))).status).toBe(404);
  });

  it('does not delete a department that a group of single sign-on gets', async () => {
    const { org, admin, url, create } = await asAdmin();
    const europe = await create('Europe');
    await withTenant(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`insert into sign_on_groups (tenant_id, position, group_name, department_id)
        values (${org.tenantId}, 0, 'emea', ${europe})`),
    );
    const { status, body } = await admin.delete(url(europe));
    expect([status, body.message]).toEqual([422, expect.stringContaining('the group “emea”')]);
    await withTenant(api.pool, org.tenantId, (tx) => tx.execute(sql`delete from sign_on_groups`));
    expect((await admin.delete(url(europe))).status).toBe(204);
  });

  it('responds with 404 for people who are not administrators, and for departments of other organisations', async () => {
    const { org, url, idOf } = await asAdmin();
    const { admin: stranger } = await asAdmin();
    const sales = await idOf('Sales');
    const manager = await api.as(org, org.manager);
    for (const caller of [manager, stranger]) {
      expect((await caller.patch(url(sales), { name: 'Taken over' })).status).toBe(404);
      expect((await caller.get(url(sales))).status).toBe(404);
      expect((await caller.delete(url(sales))).status).toBe(404);
    }
    expect((await manager.get('/api/admin/departments')).status).toBe(404);
    expect((await manager.post('/api/admin/departments', { name: 'New' })).status).toBe(404);
  });
});
