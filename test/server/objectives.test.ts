import type { Home } from '#contract/home.ts';
import type {
  NewObjective,
  Objective,
  ObjectiveConflict,
  Objectives,
} from '#contract/learning/objectives.ts';
import type { TeamPage, Visibility } from '#contract/team.ts';
import { notificationsFor } from '#test/server/programs/programsApi.ts';
import { anObjective } from '#test/support/anObjective.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

async function setUp(over: Partial<NewObjective> = {}) {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  const manager = await api.as(org, org.manager);
  const { body, status } = await learner.post<Objective>('/api/objectives', anObjective(over));
  expect(status).toBe(200);
  const url = `/api/objectives/${body.objectiveId}`;
  const read = async () => (await learner.get<Objective>(url)).body;
  const edit = ({ title, why, measure, dueOn, ifThenPlan, topicId, visibility, version }: Objective) => ({
    title,
    why,
    measure,
    dueOn,
    ifThenPlan,
    topicId,
    visibility,
    version,
    reason: null as string | null,
  });
  return { org, learner, manager, objective: body, url, read, edit };
}

describe('an objective', () => {
  it('computes its progress from notes and shows only shared notes to other people', async () => {
    const { org, learner, manager, url } = await setUp();
    const note = (text: string, value: number, isShared: boolean) =>
      learner.post<Objective>(`${url}/notes`, { text, value, isShared });
    await note('Two talks went well', 2, true);
    const { body } = await note('The third was hard, I was tired', 3, false);
    expect(body.standing).toEqual({ now: 3, percent: 37 });
    const seen = await manager.get<Objective>(url);
    expect(seen.body).toMatchObject({
      standing: { now: 2, percent: 25 },
      notes: [{ text: 'Two talks went well' }],
    });
    expect(JSON.stringify(seen.body)).not.toContain('tired');
    expect((await manager.post(`${url}/notes`, { text: 'Mine', value: null, isShared: true })).status).toBe(
      404,
    );
    expect((await (await api.as(org, org.colleague)).get(url)).status).toBe(404);
  });

  it('is visible according to its setting, and only to the owner while it is a draft', async () => {
    for (const [over, statuses] of [
      [{ visibility: 'private' }, [404, 404]],
      [{ visibility: 'coach' }, [404, 200]],
      [{ visibility: 'manager' }, [200, 200]],
      [{ visibility: 'manager', state: 'draft' }, [404, 404]],
    ] as [Partial<NewObjective>, number[]][]) {
      const { org, manager, url } = await setUp(over);
      const coach = await api.as(org, org.coach);
      expect([(await manager.get(url)).status, (await coach.get(url)).status]).toEqual(statuses);
      expect((await (await api.as(org, org.admin)).get(url)).status).toBe(404);
      expect((await coach.put(url, { ...anObjective(), version: 1, reason: 'Because' })).status).toBe(
        statuses[1] === 200 ? 422 : 404,
      );
    }
  });

  it('does not show others how its owner changed it, because it may have been private', async () => {
    const { learner, manager, url, read, edit } = await setUp({ visibility: 'private' });
    await learner.put(url, { ...edit(await read()), title: 'Plan the week better', visibility: 'manager' });
    expect((await read()).changes).toHaveLength(1);
    expect((await manager.get<Objective>(url)).body).toMatchObject({
      title: 'Plan the week better',
      changes: [],
    });
  });

  it('accepts today as the due date, by the clock of the viewer', async () => {
    // 3:00 of the next day in UTC is still today on Niue.
    api.clock.pass((27 - api.clock.now().getUTCHours()) * 3_600_000);
    const org = await api.organisation();
    await api.pool.query('update users set time_zone = $2 where id = $1', [
      org.learner.userId,
      'Pacific/Niue',
    ]);
    const learner = await api.as(org, org.learner);
    const statusOn = async (daysAgo: number) => {
      const day = new Date(api.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
      return (await learner.post('/api/objectives', anObjective({ dueOn: day }))).status;
    };
    expect([await statusOn(1), await statusOn(2)]).toEqual([200, 422]);
  });

  it('rejects a short title, a target equal to the start, an invalid due date, and a sixth active objective', async () => {
    const { learner } = await setUp();
    const post = (over: object) => learner.post('/api/objectives', { ...anObjective(), ...over });
    expect(await post({ title: 'Talk' })).toMatchObject({
      status: 400,
      body: { fields: { title: expect.any(String) } },
    });
    expect(await post({ measure: { kind: 'number', unit: null, from: 2, to: 2 } })).toMatchObject({
      status: 400,
      body: { fields: { 'measure.to': 'must differ from the start value' } },
    });
    expect(await post({ dueOn: '2020-01-01' })).toMatchObject({
      status: 422,
      body: { fields: { dueOn: 'is in the past' } },
    });
    expect(await post({ dueOn: '2099-01-01' })).toMatchObject({ status: 422 });
    const more = await Promise.all(Array.from({ length: 6 }, () => post({})));
    expect(more.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(more.find(({ status }) => status === 422)?.body.fields).toMatchObject({
      state: expect.any(String),
    });
  });

  it('can change its state, but not its content, after it has ended', async () => {
    const { learner, url, read, edit } = await setUp();
    const move = async (state: string, isAtRisk = false) =>
      learner.put<Objective>(`${url}/state`, { state, isAtRisk, version: (await read()).version });
    expect((await move('active', true)).body).toMatchObject({ isAtRisk: true });
    expect((await move('draft')).status).toBe(422);
    expect((await move('achieved')).body).toMatchObject({
      state: 'achieved',
      isAtRisk: false,
      can: { edit: false },
    });
    expect((await learner.put(url, { ...edit(await read()), title: 'Another title' })).status).toBe(422);
    expect((await move('active')).body).toMatchObject({ state: 'active', can: { edit: true } });
  });
});

describe('a manager’s edit', () => {
  it('needs a reason, notifies the owner once, and stays marked until the owner responds', async () => {
    const { org, manager, learner, url, read, edit, objective } = await setUp();
    const changed = { ...edit(objective), title: 'Hear <b>people</b> out', dueOn: null };
    expect(await manager.put(url, changed)).toMatchObject({
      status: 422,
      body: { fields: { reason: 'is missing' } },
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        manager.put<Objective>(url, { ...changed, reason: 'Closer to <i>the</i> job' }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await notificationsFor(api, org, org.learner)).toEqual([
      {
        notificationType: 'MANAGER_UPDATED_USER_OBJECTIVE',
        payload: {
          userId: org.manager.userId,
          extraPayload: { objectiveId: objective.objectiveId, changeId: expect.any(String) },
          text: '<b>Objective</b>: “Hear &lt;b&gt;people&lt;/b&gt; out”<br><b>Title</b>: Hear people out → Hear &lt;b&gt;people&lt;/b&gt; out<br><b>Reason</b>: Closer to &lt;i&gt;the&lt;/i&gt; job',
        },
      },
    ]);
    const { body: home } = await learner.get<Home>('/api/home');
    expect(home.needs.map(({ kind }) => kind)).toContain('objective_changed');
    const [change] = (await read()).changes;
    expect(change).toMatchObject({
      response: 'pending',
      reason: 'Closer to <i>the</i> job',
      differences: [{ label: 'Title', before: 'Hear people out', after: 'Hear <b>people</b> out' }],
      can: { respond: true },
    });
    const respond = (response: string) =>
      learner.post<Objective>(`${url}/changes/${change?.changeId}/response`, { response });
    expect(
      (await manager.post(`${url}/changes/${change?.changeId}/response`, { response: 'accepted' })).status,
    ).toBe(404);
    expect((await respond('disputed')).status).toBe(400);
    expect((await respond('restored')).body).toMatchObject({
      title: 'Hear people out',
      changes: [{ response: 'restored', can: { respond: false } }],
    });
    const { body: managerHome } = await manager.get<Home>('/api/home');
    const need = managerHome.needs.find(({ kind }) => kind === 'report_objective');
    expect(need?.title).toBe('Learner Person restored “Hear people out” as it was before your change');
    const { body: team } = await manager.get<TeamPage>('/api/team');
    const { reasons } = team.data.find(({ userId }) => userId === org.learner.userId) ?? {};
    expect(reasons).toContainEqual({
      kind: 'objective',
      text: 'Restored “Hear people out” as it was before your change.',
      verb: need?.verb,
      path: `/team?person=${org.learner.userId}&objective=${objective.objectiveId}#change-${change?.changeId}`,
    });
    expect((await respond('accepted')).status).toBe(422);
  });

  it('shows dates in the reader’s language, and in the owner’s language in the notification', async () => {
    const { org, manager, learner, url, edit, objective } = await setUp();
    await api.pool.query(`update users set locale = 'de-DE' where id = $1`, [org.learner.userId]);
    const dueOn = new Date(api.clock.now().getTime() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const written = (locale: string) =>
      new Intl.DateTimeFormat(locale, {
        month: 'short',
        day: 'numeric',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(dueOn));
    await manager.put(url, { ...edit(objective), dueOn, reason: 'A date helps' });
    const dueIn = async (caller: typeof learner) =>
      (await caller.get<Objective>(url)).body.changes[0]?.differences[0]?.after;
    expect(await dueIn(learner)).toBe(written('de-DE'));
    expect(await dueIn(manager)).toBe(written('en-US'));
    const [notification] = await notificationsFor(api, org, org.learner);
    expect(JSON.stringify(notification)).toContain(written('de-DE'));
  });

  it('conflicts with a concurrent edit by the owner, and cannot be reverted after a later change', async () => {
    const { manager, learner, url, edit, objective } = await setUp();
    const base = edit(objective);
    await learner.put(url, { ...base, why: 'Because I interrupt' });
    const conflict = await manager.put<ObjectiveConflict>(url, {
      ...base,
      title: 'Listen first',
      reason: 'Shorter',
    });
    expect(conflict).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        theirs: { title: 'Hear people out', why: 'Because I interrupt', version: 2 },
      },
    });
    const merged = {
      ...base,
      title: 'Listen first',
      why: 'Because I interrupt',
      version: 2,
      reason: 'Shorter',
    };
    const { body } = await manager.put<Objective>(url, merged);
    await learner.put(url, { ...edit(body), title: 'Listen, then speak' });
    const answer = await learner.post<ObjectiveConflict>(
      `${url}/changes/${body.changes[0]?.changeId}/response`,
      {
        response: 'restored',
      },
    );
    expect(answer).toMatchObject({ status: 409, body: { theirs: { title: 'Listen, then speak' } } });
    expect((await manager.put(url, { ...merged, version: 4, visibility: 'private' })).status).toBe(422);
  });
});

describe('ideas for objectives', () => {
  it('come from selected topics without an objective', async () => {
    const { org, learner } = await setUp();
    const { body } = await learner.get<Objectives>('/api/objectives');
    expect(body.ideas.map(({ title }) => title)).toEqual(['Does the first thing', 'Does the second thing']);
    await learner.post('/api/objectives', anObjective({ topicId: org.topicIds[0]! }));
    expect((await learner.get<Objectives>('/api/objectives')).body.ideas).toHaveLength(1);
  });
});

describe('visible data on the team page', () => {
  it('is listed in the same way for the manager and the report', async () => {
    const { org, manager, learner } = await setUp();
    const { body: forManager } = await manager.get<Visibility>(`/api/team/${org.learner.userId}/visibility`);
    const { body: forReport } = await learner.get<{ data: Visibility[] }>('/api/profile/visibility');
    expect(forReport.data.find(({ viewer }) => viewer.userId === org.manager.userId)).toEqual(forManager);
    expect(forManager.things.find(({ thing }) => thing === 'Shared objectives')).toMatchObject({
      isVisible: true,
      count: 1,
    });
    expect(
      (await (await api.as(org, org.admin)).get(`/api/team/${org.learner.userId}/visibility`)).status,
    ).toBe(404);
    const { body: team } = await manager.get<TeamPage>('/api/team?search=coll');
    expect(team.data.map(({ userId }) => userId)).toEqual([org.colleague.userId]);
  });
});
