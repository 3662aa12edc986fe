import type { AuditLog } from '#contract/administration/audit.ts';
import { protectMean } from '#contract/insights/figures.ts';
import type { InsightPeople, Insights } from '#contract/insights/insights.ts';
import type { ManagedPrograms } from '#contract/learning/programSetup.ts';
import { sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { asOwner, readTenant } from '#server/db/withTenant.ts';
import { type Read, readInsights } from '#server/insights/readInsights.ts';
import { findScope } from '#server/insights/scope.ts';
import { notificationsFor, personOf } from '#test/server/programs/programsApi.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { TestOrganisation, TestPerson } from '#test/support/testOrganisation.ts';

const DAY_MS = 24 * 60 * 60_000;
jest.setTimeout(60_000);
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

async function readerOf(org: TestOrganisation, person: TestPerson) {
  const caller = await api.as(org, person);
  const url = `/api/insights/programs/${org.programId}`;
  return {
    ...caller,
    url,
    insights: async (query = '') => (await caller.get<Insights>(`${url}${query}`)).body,
    people: async (query: string) => (await caller.get<InsightPeople>(`${url}/people?${query}`)).body,
  };
}
const figuresOf = ({ counts, stopped, steps, topics, coaches, departments }: Insights) => ({
  counts,
  stopped,
  steps,
  topics,
  coaches,
  departments,
});

it('shows the same figures for a past time as it did then, whatever a learner changes afterwards', async () => {
  const org = await api.organisation({ dueInDays: 60 });
  const [learner, colleague] = [
    await personOf(api, org, org.learner),
    await personOf(api, org, org.colleague),
  ];
  const [manager, coach] = [await api.as(org, org.manager), await api.as(org, org.coach)];
  const inTenant: Read = (work) => readTenant(api.pool, org.tenantId, work);
  const administrator = { userId: org.admin.userId, isAdmin: true };
  const read = async (at: Date) =>
    figuresOf(
      await readInsights(
        inTenant,
        await inTenant((tx) => findScope(tx, administrator, org.programId, {}, at)),
      ),
    );
  const snapshots: [Date, ReturnType<typeof figuresOf>][] = [];
  const changes = [
    async () => {},
    () =>
      manager.post(`/api/programs/${org.programId}/invitations`, {
        userIds: [org.colleague.userId],
        coachId: org.coach.userId,
        dueOn: null,
      }),
    () => colleague.put(`${colleague.url}/invitation`, { accept: false }),
    () => colleague.put(`${colleague.url}/invitation`, { accept: true }),
    () => colleague.select([2]),
    () => colleague.doAllSteps(2),
    () => colleague.complete(2),
    () =>
      coach.post(
        `/api/programs/${org.programId}/learners/${org.colleague.userId}/topics/${org.topicIds[2]}/reopening`,
        { reason: 'One more try' },
      ),
    () => learner.doAllSteps(0),
    () => learner.put(learner.stepUrl(0, 0, 'record'), { done: false }),
    () => learner.select([0]),
    () => learner.put(`${learner.url}/withdrawal`, { reason: 'No time' }),
  ];
  for (const change of changes) {
    await change();
    const at = api.clock.now();
    snapshots.push([at, await read(at)]);
    api.clock.pass(60_000);
  }
  expect(new Set(snapshots.map(([, figures]) => JSON.stringify(figures))).size).toBeGreaterThan(9);
  for (const [at, figures] of snapshots) expect([at, await read(at)]).toEqual([at, figures]);
  const admin = await readerOf(org, org.admin);
  expect((await admin.get(`${admin.url}?asOf=2199-01-01`)).status).toBe(400);
});

it('shows managers only the people below them, and responds with 404 to everyone else', async () => {
  const org = await api.organisation();
  const [admin, manager] = [await readerOf(org, org.admin), await readerOf(org, org.manager)];
  // The coach is outside the manager's line.
  await admin.post(`/api/programs/${org.programId}/invitations`, {
    userIds: [org.coach.userId],
    coachId: null,
    dueOn: null,
  });
  expect((await admin.insights()).counts.invited).toBe(2);
  const own = await manager.insights();
  expect([own.scope, own.counts.invited, own.mood]).toEqual(['line', 1, null]);
  const { data } = await manager.people('measure=invited');
  expect(data.map(({ person }) => person.userId)).toEqual([org.learner.userId]);
  expect(data[0]?.can).toMatchObject({ open: true, plan: true });
  const programs = async (person: TestPerson) =>
    (await (await api.as(org, person)).get<ManagedPrograms>('/api/programs/managed')).body.data;
  expect((await programs(org.admin)).map(({ hasInsights }) => hasInsights)).toEqual([true]);
  for (const person of [org.learner, org.coach, org.colleague]) {
    const other = await readerOf(org, person);
    for (const path of ['', '/people?measure=invited'])
      expect((await other.get(`${other.url}${path}`)).status).toBe(404);
    expect((await other.post(`${other.url}/reminders`, { userIds: [org.learner.userId] })).status).toBe(404);
    expect((await other.post(`${other.url}/export`)).status).toBe(404);
  }
  const hide = (isVisible: boolean) =>
    asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`update programs set manager_visible = ${isVisible} where id = ${org.programId}`),
    );
  await hide(false);
  expect((await manager.get(manager.url)).status).toBe(404);
  await hide(true);
  const other = await api.organisation();
  const foreign = await readerOf(other, other.admin);
  expect((await foreign.get(manager.url)).status).toBe(404);
});

it('reminds a stalled learner once a week and lists people with the reason', async () => {
  const org = await api.organisation({ lastDaysAgo: 3 });
  api.clock.pass(40 * DAY_MS);
  const admin = await readerOf(org, org.admin);
  const { counts, reasons } = await admin.insights();
  expect([counts.stalled, reasons]).toEqual([1, [{ reason: 'no_session', people: 1 }]]);
  const { data, total, next } = await admin.people('measure=stalled&reason=no_session');
  expect([total, next, data[0]?.person.userId, data[0]?.can.remind]).toEqual([
    1,
    null,
    org.learner.userId,
    true,
  ]);
  const remind = () => admin.post(`${admin.url}/reminders`, { userIds: [org.learner.userId] });
  const answers = await Promise.all([remind(), remind()]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
  expect((await admin.people('measure=stalled')).data[0]?.can.remind).toBe(false);
  const sent = await notificationsFor(api, org, org.learner);
  expect(
    sent.filter(({ notificationType }) => notificationType === 'SCHEDULE_SESSION_REMINDER'),
  ).toHaveLength(1);
  expect((await admin.insights()).lastReminder).toMatchObject({ people: 1, activeAfter: 0, isOver: false });
  const { body: log } = await admin.get<AuditLog>('/api/admin/audit?action=program.reminded');
  expect(log.data).toHaveLength(1);
  expect((await admin.get(`${admin.url}/people?measure=stalled&after=x`)).status).toBe(400);
});

it('says whether a stalled learner waits for the coach, and which departments have others below them', async () => {
  const org = await api.organisation({ lastDaysAgo: 3 });
  api.clock.pass(40 * DAY_MS);
  const ask = (peerId: number) =>
    api.pool.query(
      `insert into coaching_sessions (id, tenant_id, enrolment_id, learner_id, peer_id, kind, minutes, state,
         proposed_by, proposed_at, created_at, created_by)
       select $1, tenant_id, id, user_id, $2, 'remote', 45, 'proposed', user_id, $3, $3, user_id
       from enrolments where user_id = $4`,
      [newId(), peerId, new Date(api.clock.now().getTime() - DAY_MS).toISOString(), org.learner.userId],
    );
  const admin = await readerOf(org, org.admin);
  const waiting = async () =>
    (await admin.people('measure=stalled&reason=no_answer')).data.map(({ waitsForCoach }) => waitsForCoach);
  await ask(org.manager.userId);
  expect(await waiting()).toEqual([false]);
  await ask(org.coach.userId);
  expect(await waiting()).toEqual([true]);

  const below = async () => (await admin.insights()).departments.map(({ hasBelow }) => hasBelow);
  expect(await below()).toEqual([false]);
  await api.pool.query(
    `insert into departments (tenant_id, name, parent_id)
     select tenant_id, 'Below', department_id from users where id = $1`,
    [org.learner.userId],
  );
  expect(await below()).toEqual([true]);
});

it('exports the figures and people that the screen shows, and escapes spreadsheet formulas', async () => {
  const org = await api.organisation();
  await api.pool.query(`update users set first_name = '=HYPERLINK' where id = $1`, [org.learner.userId]);
  for (const ago of [20, 10])
    await api.pool.query(
      `insert into coaching_sessions (id, tenant_id, enrolment_id, learner_id, peer_id, kind, minutes, state,
         starts_at, confirmed_at, ended_at, created_at, created_by)
       select $1, tenant_id, id, user_id, $2, 'remote', 45, 'held',
         now() - make_interval(days => $3), now(), now() - make_interval(days => $3), now(), user_id
       from enrolments where user_id = $4`,
      [newId(), org.coach.userId, ago, org.learner.userId],
    );
  const admin = await readerOf(org, org.admin);
  const { counts } = await admin.insights();
  const file = await api.call<unknown>('POST', `${admin.url}/export`, {
    headers: { authorization: admin.token },
  });
  expect(file.headers['content-type']).toContain('text/csv');
  const textOf = ({ body }: { body: unknown }) => Buffer.from(body as Buffer).toString();
  for (const [measure, count] of Object.entries(counts))
    expect(textOf(file)).toContain(`${measure},${count},`);
  expect(textOf(file)).toContain('of 1 person with at least 2.');
  const people = await api.call<unknown>('POST', `${admin.url}/people/export?measure=accepted`, {
    headers: { authorization: admin.token },
  });
  expect(textOf(people)).toContain("'=HYPERLINK");
  expect(textOf(people)).toContain('Total,1');
});

it('shows the mood of a period if the group is large enough, with the same value for every filter and later day', async () => {
  const org = await api.organisation();
  await asOwner(api.pool, org.tenantId, async (tx) => {
    await tx.execute(sql`insert into organisation_settings (tenant_id, min_group_size) values (${org.tenantId}, 3)
      on conflict (tenant_id) do update set min_group_size = 3`);
    const people = [org.learner, org.manager, org.coach, org.admin];
    for (const [index, { userId }] of people.entries()) {
      await tx.execute(sql`insert into enrolments (id, tenant_id, program_id, user_id, state, joined_at)
        select ${newId()}, ${org.tenantId}, ${org.programId}, ${userId}, 'active', now() - interval '90 days'
        where ${userId} <> ${org.learner.userId}`);
      await tx.execute(
        sql`update enrolments set joined_at = now() - interval '90 days' where user_id = ${userId}`,
      );
      // 4 answers in the first period, 2 in the second one, and a late answer that would change the first.
      for (const ago of index < 2 ? [28, 14] : [28])
        await tx.execute(sql`insert into check_ins (id, tenant_id, user_id, week, version, state, answers, sent_at, was_late,
            created_at, updated_at)
          values (${newId()}, ${org.tenantId}, ${userId}, current_date - ${ago}::int, 1, 'submitted',
            ${JSON.stringify({ mood: { value: index + 1 } })}, now() - make_interval(days => ${ago}::int), false, now(), now())`);
    }
  });
  const admin = await readerOf(org, org.admin);
  const { mood } = await admin.insights();
  expect(mood?.k).toBe(3);
  expect(mood?.weeks.map(({ figure }) => figure)).toEqual([
    { kind: 'mean', n: 4, mean: 2.5 },
    { kind: 'protected' },
  ]);
  const { departmentOptions } = await admin.insights();
  for (const { departmentId } of departmentOptions)
    expect((await admin.insights(`?department=${departmentId}`)).mood).toBeNull();
  expect((await (await readerOf(org, org.manager)).insights()).mood).toBeNull();
  const part = (low: number, high: number, n: number) => ({ isOwn: true, n, sum: low * n, low, high });
  expect(protectMean([part(4, 4, 4)], 3)).toEqual({ kind: 'protected' });
  expect(protectMean([part(4, 5, 2)], 3)).toEqual({ kind: 'protected' });
  expect(protectMean([part(4, 5, 3), { ...part(1, 5, 2), isOwn: false }], 3)).toEqual({ kind: 'protected' });
});
