import type { AudienceRule, ProgramSetup } from '#contract/learning/programSetup.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';

jest.setTimeout(60_000); // creating databases takes a long time

const NO_CONDITION: AudienceRule = { role: null, joinedSince: null, managerId: null };
let api: TestApi;
let org: TestOrganisation;
beforeAll(async () => {
  api = await startApi({ hasJobs: true });
  org = await api.organisation();
  const { learner, colleague, manager, coach, admin, newcomer } = org;
  // Below the admin: the manager and the coach. Below the manager: the learner. Below the learner: the colleague.
  await api.pool.query('update users set manager_id = null, joined_at = $1', ['2020-01-01T00:00:00Z']);
  for (const [report, head] of [
    [manager, admin],
    [coach, admin],
    [learner, manager],
    [colleague, learner],
  ] as const)
    await api.pool.query('update users set manager_id = $2 where id = $1', [report.userId, head.userId]);
  await api.pool.query('update users set joined_at = $2 where id = any($1)', [
    [colleague.userId, newcomer.userId],
    '2026-03-01T00:00:00Z',
  ]);
});
afterAll(() => api.close());

type Setup = ProgramSetup & { fields?: Record<string, string> };
const everyone = { everyone: true, userIds: [] as number[], departmentIds: [] };
const create = async (person: TestOrganisation['admin'], over: object) =>
  (await api.as(org, person)).post<Setup>('/api/programs', {
    name: 'For some',
    purpose: 'They ask before they advise',
    topicIds: [org.topicIds[0]],
    selectionMin: 1,
    selectionMax: 1,
    audience: everyone,
    ...over,
  });

/** Launches a program and returns the ids of the people who were invited, with the number that the wizard showed. */
async function invite(over: { audience?: object; audienceRule: AudienceRule | null }) {
  const admin = await api.as(org, org.admin);
  const { body: program } = await create(org.admin, over);
  const url = `/api/programs/${program.programId}`;
  expect((await admin.post(`${url}/launch`, { version: program.version })).status).toBe(200);
  await until(async () => (await admin.get<Setup>(`${url}/setup`)).body.launch?.endedAt !== null);
  const { rows } = await api.pool.query<{ user_id: number }>(
    'select user_id from enrolments where program_id = $1',
    [program.programId],
  );
  expect(program.reach).toBe(rows.length);
  return new Set(rows.map(({ user_id }) => user_id));
}
const idsOf = (...people: { userId: number }[]) => new Set(people.map(({ userId }) => userId));

it('invites those who match all conditions, and counts them before the launch', async () => {
  const { learner, colleague, manager, coach, admin, newcomer } = org;
  const rule = (conditions: Partial<AudienceRule>) =>
    invite({ audienceRule: { ...NO_CONDITION, ...conditions } });
  expect(await rule({ role: 'managers' })).toEqual(idsOf(admin, manager, learner));
  expect(await rule({ role: 'others' })).toEqual(idsOf(coach, colleague, newcomer));
  expect(await rule({ joinedSince: '2026-03-01' })).toEqual(idsOf(colleague, newcomer));
  expect(await rule({ managerId: admin.userId })).toEqual(idsOf(manager, coach, learner, colleague));
  expect(await rule({ managerId: admin.userId, role: 'others', joinedSince: '2020-01-02' })).toEqual(
    idsOf(colleague),
  );
});

it('invites people chosen by name even if they do not match, unless everyone is chosen', async () => {
  const { coach, learner } = org;
  const audienceRule = { ...NO_CONDITION, managerId: org.manager.userId, role: 'managers' as const };
  const chosen = { ...everyone, everyone: false, userIds: [coach.userId] };
  expect(await invite({ audience: chosen, audienceRule })).toEqual(idsOf(coach));
  expect(await invite({ audience: { ...chosen, everyone: true }, audienceRule })).toEqual(idsOf(learner));
});

it('refuses the reporting line of people whom a manager cannot invite, and any change after the launch', async () => {
  const ruleOf = (managerId: number) => ({ audienceRule: { ...NO_CONDITION, managerId } });
  const foreign = await api.organisation();
  for (const [person, managerId] of [
    [org.manager, org.admin.userId],
    [org.admin, foreign.manager.userId],
  ] as const)
    expect(await create(person, ruleOf(managerId))).toMatchObject({
      status: 422,
      body: { fields: { 'audienceRule.managerId': expect.any(String) } },
    });
  const { body: own } = await create(org.manager, ruleOf(org.learner.userId));
  expect([own.reach, own.people.map(({ userId }) => userId)]).toEqual([1, [org.learner.userId]]);

  const admin = await api.as(org, org.admin);
  const { body: program } = await create(org.admin, { audienceRule: null });
  const url = `/api/programs/${program.programId}`;
  const { body: launched } = await admin.post<Setup>(`${url}/launch`, { version: program.version });
  const change = { version: launched.version, ...ruleOf(org.manager.userId) };
  expect((await admin.patch(url, change)).status).toBe(422);
});
