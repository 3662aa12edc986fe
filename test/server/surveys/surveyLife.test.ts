import type { BulkPreview } from '#contract/administration/bulk.ts';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import type { SurveyAction } from '#contract/surveys/actions.ts';
import type { Results } from '#contract/surveys/results.ts';
import type { Participation, Survey, Surveys } from '#contract/surveys/surveys.ts';
import { createSecretBox } from '#server/access/signOn/index.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { correlationOf } from '#server/surveys/drivers.ts';
import { runSurveyPlans } from '#server/surveys/life/plans.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { ROLES, rating, startSurveys, surveysOf, withQuestions } from './surveysApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());
jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const dayIn = (days: number) =>
  new Date(api.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const secretBox = createSecretBox(Buffer.alloc(32, 7)); // the key of the test API
/** Runs the job with a clock in the future. */
const planIn = (tenantId: number, days: number) =>
  withTenant(api.pool, tenantId, (tx) =>
    runSurveyPlans(tx, {
      secretBox,
      audit: { record: () => Promise.resolve() },
      now: new Date(api.clock.now().getTime() + days * DAY_MS),
    }),
  );

it('opens a scheduled survey on its first day, releases it on its day, and starts the next round', async () => {
  const { org, admin, create, move, at } = await startSurveys(api);
  const days = { opensOn: dayIn(2), closesOn: dayIn(5), releasesOn: dayIn(7), repeatWeeks: 2 };
  const draft = await create(days);
  const { body: scheduled } = await move(draft, 'open');
  expect(scheduled).toMatchObject({ state: 'scheduled', people: 6, openedAt: null });
  expect((await admin.patch(at(draft), { version: 3, surveyName: 'Changed' })).status).toBe(422);
  const read = async () => (await admin.get<Survey>(at(draft))).body;

  await planIn(org.tenantId, 1);
  expect((await read()).state).toBe('scheduled');
  await planIn(org.tenantId, 2);
  expect((await read()).state).toBe('open');
  await planIn(org.tenantId, 2);
  await planIn(org.tenantId, 7);
  expect(await read()).toMatchObject({ state: 'released', problem: null });
  await planIn(org.tenantId, 16);
  await planIn(org.tenantId, 16);
  const next = (await admin.get<Surveys>('/api/surveys')).body.run?.[0];
  const { body: second } = await admin.get<Survey>(`/api/surveys/${next?.surveyId}`);
  // Only the newest round repeats, and no round has a second next round.
  expect([await read(), second]).toMatchObject([
    { repeatWeeks: null, hasNextRound: true },
    { repeatWeeks: 2, hasNextRound: false },
  ]);
  const repeated = await admin.post('/api/surveys', { surveyName: 'Once more', repeats: draft.surveyId });
  expect(repeated).toMatchObject({ status: 422, body: { fields: { repeats: 'has a next round' } } });
  expect((await admin.patch(at(second), { version: second.version, repeatWeeks: null })).status).toBe(200);
  await planIn(org.tenantId, 30);
  const { body: list } = await admin.get<Surveys>('/api/surveys');
  expect(list.run?.map(({ surveyName }) => surveyName)).toEqual([
    `${draft.surveyName} (2)`,
    draft.surveyName,
  ]);
  expect(list.run?.map(({ state, opensOn, closesOn }) => ({ state, opensOn, closesOn }))).toEqual([
    { state: 'released', opensOn: dayIn(16), closesOn: dayIn(19) },
    { state: 'released', opensOn: dayIn(2), closesOn: dayIn(5) },
  ]);
});

it('starts no next round of a survey that was archived without its results', async () => {
  const { org, admin, create, move } = await startSurveys(api);
  const repeating = { opensOn: dayIn(0), closesOn: dayIn(1), repeatWeeks: 1 };
  const { body: opened } = await move(await create(repeating), 'open');
  const { body: closed } = await move(opened, 'closed');
  expect((await move(closed, 'archived')).body.repeatWeeks).toBeNull();
  expect((await move(await create(repeating), 'archived')).body.repeatWeeks).toBeNull();
  await planIn(org.tenantId, 7);
  expect((await admin.get<Surveys>('/api/surveys')).body.run).toHaveLength(2);
});

it('returns a scheduled survey that could not be opened to draft, and says why', async () => {
  const { org, admin, create, move, at } = await startSurveys(api);
  const draft = await create({ opensOn: dayIn(1) });
  await move(draft, 'open');
  await admin.patch('/api/admin/settings', { version: 1, minGroupSize: 5 });
  await planIn(org.tenantId, 1);
  const { body } = await admin.get<Survey>(at(draft));
  expect([body.state, body.problem]).toEqual(['draft', expect.stringContaining('fewer than 5 people')]);
});

it('says that a survey was not opened or released because its owner was deactivated', async () => {
  const { org, admin } = await startSurveys(api);
  const { create, move, open, at } = surveysOf(api, org, await api.as(org, org.manager));
  const scheduled = await create({ opensOn: dayIn(1) });
  await move(scheduled, 'open');
  const asked = await open({ closesOn: dayIn(2), releasesOn: dayIn(4) });
  // A draft with days has no planned steps.
  await create({ opensOn: dayIn(1), closesOn: dayIn(2), releasesOn: dayIn(4), repeatWeeks: 1 });
  const url = `/api/admin/people/${org.manager.userId}`;
  const bulk = { action: 'deactivate', selection: { userIds: [org.manager.userId] }, interimManagerId: null };
  const { body: preview } = await admin.post<BulkPreview>('/api/admin/people/bulk/preview', bulk);
  const { body: page } = await admin.get<AdminPersonPage>(url);
  expect([preview.effects.surveys, page.plannedSurveys]).toEqual([2, 2]);
  await admin.patch(url, { status: 'deactivated', interimManagerId: null });
  await planIn(org.tenantId, 5);
  expect((await admin.get<Survey>(at(scheduled))).body).toMatchObject({
    state: 'draft',
    problem:
      'Its owner is no longer active and has no direct reports to ask. An administrator can create a new survey instead.',
  });
  expect((await admin.get<Survey>(at(asked))).body).toMatchObject({
    releasesOn: null,
    releasedAt: null,
    problem: 'The owner of the survey is no longer active. An administrator can release them.',
  });
});

it('leaves the survey of a deactivated manager to a new one, and that of an administrator to another one', async () => {
  const { org, admin, open } = await startSurveys(api);
  const person = ({ userId }: { userId: number }) => `/api/admin/people/${userId}`;
  await admin.patch(person(org.coach), { isAdmin: true });
  const schedule = async (role: 'manager' | 'coach') => {
    const { create, move, at } = surveysOf(api, org, await api.as(org, org[role]));
    const { body } = await move(await create({ opensOn: dayIn(1) }), 'open');
    await admin.patch(person(org[role]), { status: 'deactivated', interimManagerId: null });
    return at(body);
  };
  const [byManager, byAdmin] = [await schedule('manager'), await schedule('coach')];
  await planIn(org.tenantId, 1);
  const openNow = async (url: string) => {
    const { body } = await admin.get<Survey>(url);
    await admin.patch(url, { version: body.version, opensOn: null });
    const answer = await admin.put(`${url}/state`, { state: 'open', version: body.version + 1 });
    return [answer.status, body.problem];
  };
  expect(await openNow(byManager)).toEqual([
    422,
    expect.stringMatching(/can create a new survey instead\.$/),
  ]);
  expect((await open()).state).toBe('open');
  expect(await openNow(byAdmin)).toEqual([200, expect.stringMatching(/can open it\.$/)]);
});

it('returns a scheduled survey to draft, and refuses days in the wrong order and unreachable questions', async () => {
  const { admin, create, move, at } = await startSurveys(api);
  const draft = await create({ opensOn: dayIn(3), closesOn: dayIn(4) });
  const change = (body: object) => admin.patch(at(draft), { version: draft.version, ...body });
  expect(await change({ closesOn: dayIn(2) })).toMatchObject({
    status: 422,
    body: { fields: { closesOn: 'is before the first day' } },
  });
  expect((await change({ releasesOn: dayIn(4) })).status).toBe(422);
  expect((await change({ opensOn: null, repeatWeeks: 1 })).status).toBe(422);
  const { body: scheduled } = await move(draft, 'open');
  const { body: back } = await move(scheduled, 'draft');
  expect(back.state).toBe('draft');
  const unreachable = { ...rating, key: 'q2', shownIf: { question: 'q9', oneOf: ['1'] } };
  const { body: broken } = await admin.patch<Survey>(at(draft), {
    version: back.version,
    questions: withQuestions(rating, unreachable),
  });
  expect(await move(broken, 'open')).toMatchObject({
    status: 422,
    body: { fields: { questions: 'contain one that no one can reach' } },
  });
});

it('copies a survey in any state, and stores no answers to questions that are not asked', async () => {
  const { org, admin, create, move, at, answer, release } = await startSurveys(api);
  const second = { ...rating, key: 'q2', shownIf: { question: 'q1', oneOf: ['1', '2'] } };
  const draft = await create({ questions: withQuestions(rating, second), mode: 'named' });
  const { body: copy } = await admin.post<Survey>('/api/surveys', {
    surveyName: 'A copy',
    copies: draft.surveyId,
  });
  expect(copy).toMatchObject({ state: 'draft', mode: 'named', questions: draft.questions });
  const { body: open } = await move(draft, 'open');
  expect((await answer(open, 'learner', { q1: 2 })).status).toBe(400);
  expect((await answer(open, 'learner', { q1: 4, q2: 5 })).status).toBe(200);
  await release(open);
  const { body } = await admin.get<Results>(at(open, '/results'));
  expect(body.named).toMatchObject([{ person: { userId: org.learner.userId }, answers: { q1: '4' } }]);
  expect(body.named?.[0]?.answers.q2).toBeUndefined();
});

it('refuses to repeat a survey that repeats by itself', async () => {
  const { org, admin, create, move } = await startSurveys(api);
  const draft = await create({ opensOn: dayIn(0), closesOn: dayIn(1), releasesOn: dayIn(2), repeatWeeks: 1 });
  await move(draft, 'open');
  await planIn(org.tenantId, 2);
  const repeat = () => admin.post('/api/surveys', { surveyName: 'Next', repeats: draft.surveyId });
  expect(await repeat()).toMatchObject({ status: 422, body: { fields: { repeats: 'repeats by itself' } } });
  await planIn(org.tenantId, 7);
  const { body } = await admin.get<Surveys>('/api/surveys');
  expect(body.run?.map(({ state }) => state)).toEqual(['open', 'released']);
});

it('keeps the owner of a manager’s survey that an administrator copies, so that it asks no one else', async () => {
  const { org, admin } = await startSurveys(api);
  const manager = await api.as(org, org.manager);
  const { body: survey } = await manager.post<Survey>('/api/surveys', { surveyName: 'My team' });
  const copy = () =>
    admin.post<Survey>('/api/surveys', { surveyName: 'My team (copy)', copies: survey.surveyId });
  expect((await copy()).body).toMatchObject({
    owner: { userId: org.manager.userId },
    audience: { kind: 'everybody' },
    people: survey.people,
  });
  await api.pool.query('update users set manager_id = null where tenant_id = $1', [org.tenantId]);
  expect(await copy()).toMatchObject({ status: 422, body: { fields: { copies: expect.any(String) } } });
});

it('tells everyone who was asked what changes because of a released survey', async () => {
  const { org, admin, open, at, answer, release } = await startSurveys(api);
  const survey = await open();
  for (const role of ROLES) await answer(survey, role, { q1: 3 });
  const action = { text: 'Fewer meetings', ownerId: org.manager.userId, dueOn: '2026-12-24' };
  expect((await admin.post(at(survey, '/actions'), action)).status).toBe(422);
  await release(survey);
  const { body: added } = await admin.post<{ actions: SurveyAction[] }>(at(survey, '/actions'), action);
  const [{ actionId } = { actionId: '' }] = added.actions;
  const learner = await api.as(org, org.learner);
  expect((await learner.post(at(survey, '/actions'), action)).status).toBe(404);
  await admin.patch(at(survey, `/actions/${actionId}`), { isDone: true, outcome: 'Mondays are free.' });
  const seen = (await learner.get<Participation>(at(survey, '/participation'))).body.actions;
  expect(seen).toMatchObject([
    { text: 'Fewer meetings', owner: { userId: org.manager.userId }, outcome: 'Mondays are free.' },
  ]);
  expect(seen[0]?.doneOn).not.toBeNull();
  const { body: results } = await admin.get<Results>(at(survey, '/results'));
  expect(results.actions).toEqual(seen);
  expect((await admin.get(at(survey, '/results'))).status).toBe(200);
});

it('computes a correlation with its interval, and none without variation', () => {
  const pairs = Array.from({ length: 30 }, (_, index): [number, number] => [
    index % 5,
    (index % 5) + (index % 2),
  ]);
  expect(correlationOf(pairs)).toEqual({ value: 0.9, low: 0.9, high: 1 });
  expect(correlationOf(pairs.map(([x]) => [x, 3]))).toBeNull();
});
