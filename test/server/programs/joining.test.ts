import type { AuditLog } from '#contract/administration/audit.ts';
import type { Home } from '#contract/home.ts';
import type { InsightPeople, Insights } from '#contract/insights/insights.ts';
import type { Catalogue, JoinRequests } from '#contract/learning/joining.ts';
import type { Consequences } from '#contract/learning/programLife.ts';
import type { ManagedPrograms, ProgramOptions, ProgramSetup } from '#contract/learning/programSetup.ts';
import type { Program } from '#contract/learning/programs.ts';
import type { Survey, Surveys } from '#contract/surveys/surveys.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { askLearners } from '#server/surveys/programSurveys.ts';
import { comment, rating, surveysOf, withQuestions } from '#test/server/surveys/surveysApi.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { notificationsFor } from './programsApi.ts';

type Caller = Awaited<ReturnType<TestApi['as']>>;

let api: TestApi;
let org: TestOrganisation;
let admin: Caller;
let newcomer: Caller;
beforeAll(async () => {
  api = await startApi({ hasJobs: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  org = await api.organisation();
  admin = await api.as(org, org.admin);
  newcomer = await api.as(org, org.newcomer);
});

/** A launched program without an audience. */
async function launched(joining: ProgramSetup['joining'], over: Partial<ProgramSetup> = {}, owner = admin) {
  const { body: draft } = await owner.post<ProgramSetup>('/api/programs', {
    name: 'Lead with questions',
    purpose: 'Leaders ask before they advise',
    topicIds: org.topicIds.slice(0, 2),
    selectionMax: 2,
    joining,
    ...over,
  });
  expect(draft.problems).toEqual({});
  const { status, body } = await owner.post<ProgramSetup>(`/api/programs/${draft.programId}/launch`, {
    version: draft.version,
  });
  expect(status).toBe(200);
  return body;
}
const catalogue = async (caller: Caller) => (await caller.get<Catalogue>('/api/programs/catalogue')).body;
const needsOf = async (caller: Caller, kind: string) =>
  (await caller.get<Home>('/api/home')).body.needs.filter((need) => need.kind === kind);

describe('a program that is open', () => {
  it('can be found, and is joined once, with a due date and a coach who is below the limit', async () => {
    const { programId } = await launched('open', {
      coachIds: [org.coach.userId],
      coachLimit: 1,
      due: { kind: 'days', days: 14 },
    });
    expect((await catalogue(newcomer)).data).toMatchObject([
      { programId, joining: 'open', topics: [{}, {}], request: null, dueOn: expect.any(String) },
    ]);
    const answers = await Promise.all(
      [1, 2, 3].map(() => newcomer.post<Program>(`/api/programs/${programId}/join`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]!.body).toMatchObject({
      enrolment: 'choosing',
      cycle: 1,
      invitedBy: null,
      coach: { userId: org.coach.userId },
      dueOn: expect.any(String),
    });
    expect((await catalogue(newcomer)).data).toEqual([]);
    const colleague = await api.as(org, org.colleague);
    const { body } = await colleague.post<Program>(`/api/programs/${programId}/join`);
    expect([body.enrolment, body.coach]).toEqual(['choosing', null]);
    const told = (await notificationsFor(api, org, org.admin)).filter(
      ({ notificationType }) => notificationType === 'PROGRAM_COACH_MISSING',
    );
    expect(told).toMatchObject([{ payload: { programId, userId: org.colleague.userId } }]);

    // The limit also holds for invitations with a coach.
    const invite = (userId: number) =>
      admin.post(`/api/programs/${programId}/invitations`, {
        userIds: [userId],
        coachId: org.coach.userId,
        dueOn: null,
      });
    expect(await invite(org.learner.userId)).toMatchObject({
      status: 422,
      body: {
        message: expect.stringContaining('has 1 of at most 1 learners'),
        fields: { coachId: expect.any(String) },
      },
    });
    expect((await invite(org.newcomer.userId)).status).toBe(200); // takes part already
  });

  it('gives learners without a coach one when the coaches or their limit change', async () => {
    const { programId, version } = await launched('open', { coachIds: [org.coach.userId], coachLimit: 1 });
    const url = `/api/programs/${programId}`;
    const colleague = await api.as(org, org.colleague);
    for (const caller of [newcomer, colleague]) await caller.post(`${url}/join`);
    const coachOf = async (caller: Caller) => (await caller.get<Program>(url)).body.coach?.userId;
    expect(await coachOf(colleague)).toBeUndefined();
    const change = { version, coachLimit: 2 };
    const { body: effects } = await admin.post<Consequences>(`${url}/consequences`, change);
    expect(effects.data).toEqual([{ kind: 'coaches', learners: 1 }]);
    expect(await coachOf(colleague)).toBeUndefined();
    const { body: changed } = await admin.patch<ProgramSetup>(url, change);
    expect(await coachOf(colleague)).toBe(org.coach.userId);
    // Both lose their coach with the deactivation, and get the new one.
    expect(
      (
        await admin.patch(`/api/admin/people/${org.coach.userId}`, {
          status: 'deactivated',
          interimManagerId: null,
        })
      ).status,
    ).toBe(200);
    const coachIds = [org.manager.userId];
    await admin.patch(url, { version: changed.version, coachIds });
    expect([await coachOf(newcomer), await coachOf(colleague)]).toEqual([...coachIds, ...coachIds]);
    const logOf = async ({ userId }: { userId: number }) =>
      (await admin.get<AuditLog>(`/api/admin/audit?userId=${userId}&action=person.changed`)).body.data.map(
        ({ changes }) => changes,
      );
    expect(await logOf(org.coach)).toEqual([{ coachOf: { before: 2, after: 3 } }]);
    expect(await logOf(org.manager)).toEqual([{ coachOf: { before: 0, after: 2 } }]);
  });

  it('is not found before the launch, while it is paused, if people join by invitation only, or from another organisation', async () => {
    const { body: draft } = await admin.post<ProgramSetup>('/api/programs', {
      name: 'Draft',
      joining: 'open',
    });
    const open = await launched('open');
    const closed = await launched('invitation', {
      audience: { everyone: false, userIds: [org.learner.userId], departmentIds: [] },
    });
    const join = (caller: Caller, { programId }: { programId: string }) =>
      caller.post(`/api/programs/${programId}/join`);
    for (const program of [draft, closed]) expect((await join(newcomer, program)).status).toBe(404);
    const other = await api.organisation();
    const stranger = await api.as(other, other.newcomer);
    expect((await join(stranger, open)).status).toBe(404);
    expect((await catalogue(stranger)).data).toEqual([]);
    await admin.put(`/api/programs/${open.programId}/state`, { version: open.version, action: 'pause' });
    expect((await catalogue(newcomer)).data).toEqual([]);
    expect((await join(newcomer, open)).status).toBe(404);
  });
});

describe('a program with approval', () => {
  it('is requested once, answered in the list of needs, and joined when the request is accepted', async () => {
    const { programId } = await launched('request');
    const url = `/api/programs/${programId}`;
    expect((await newcomer.post(`${url}/join`)).status).toBe(422);
    for (const note of ['I lead a team now', 'I lead two teams now'])
      expect((await newcomer.put(`${url}/join-request`, { note })).status).toBe(200);
    expect((await catalogue(newcomer)).data[0]!.request).toMatchObject({
      note: 'I lead two teams now',
      declined: null,
    });
    const types = async (person: TestOrganisation['admin']) =>
      (await notificationsFor(api, org, person)).map(({ notificationType }) => notificationType);
    expect(await types(org.admin)).toEqual(['PROGRAM_JOIN_REQUESTED']);
    const [need] = await needsOf(admin, 'join_request');
    expect(need).toMatchObject({
      title: 'Newcomer Person asks to join Lead with questions',
      reason: expect.stringContaining('I lead two teams now'),
      action: { kind: 'accept_join', programId, userId: org.newcomer.userId },
    });
    const list = await admin.get<JoinRequests>(`${url}/join-requests`);
    expect(list.body).toMatchObject({ total: 1, data: [{ note: 'I lead two teams now' }] });
    const answer = (caller: Caller, accept: boolean) =>
      caller.put(`${url}/join-requests/${org.newcomer.userId}`, { accept, note: null });
    const manager = await api.as(org, org.manager);
    expect((await answer(manager, true)).status).toBe(404);
    expect((await manager.get(`${url}/join-requests`)).status).toBe(404);
    for (const { status, body } of await Promise.all([answer(admin, true), answer(admin, true)])) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ person: { userId: org.newcomer.userId }, accepted: true });
    }
    expect((await answer(admin, false)).status).toBe(422);
    expect((await newcomer.get<Program>(url)).body.enrolment).toBe('choosing');
    expect(await types(org.newcomer)).toEqual(['PROGRAM_JOIN_ANSWERED']);
    expect(await needsOf(admin, 'join_request')).toEqual([]);

    await admin.post(`${url}/invitations`, { userIds: [org.learner.userId], coachId: null, dueOn: null });
    const { body } = await admin.get<ProgramSetup>(`${url}/setup`);
    expect(body.launch).toMatchObject({ invited: 1, joined: 1 });
  });

  it('keeps a declined request declined until the owner of the program invites the person', async () => {
    const { programId } = await launched('request');
    const url = `/api/programs/${programId}`;
    await newcomer.put(`${url}/join-request`, { note: null });
    await admin.put(`${url}/join-requests/${org.newcomer.userId}`, { accept: false, note: 'Next year' });
    expect((await catalogue(newcomer)).data[0]!.request?.declined).toMatchObject({
      note: 'Next year',
      by: { userId: org.admin.userId },
    });
    expect((await newcomer.put(`${url}/join-request`, { note: 'Please' })).status).toBe(422);
    await newcomer.delete(`${url}/join-request`);
    expect((await catalogue(newcomer)).data[0]!.request?.declined).not.toBeNull();
    const invited = await admin.post(`${url}/invitations`, {
      userIds: [org.newcomer.userId],
      coachId: null,
      dueOn: null,
    });
    expect(invited.status).toBe(200);
    expect((await catalogue(newcomer)).data).toEqual([]);
  });

  it('deletes a request that was withdrawn, and asks administrators if the program has no active owner', async () => {
    const { programId } = await launched('request');
    const url = `/api/programs/${programId}/join-request`;
    await newcomer.put(url, { note: null });
    expect((await newcomer.delete(url)).status).toBe(204);
    expect((await catalogue(newcomer)).data[0]!.request).toBeNull();
    await api.pool.query('update programs set owner_id = $2 where id = $1', [programId, org.coach.userId]);
    const coach = await api.as(org, org.coach);
    await newcomer.put(url, { note: null });
    expect([
      (await needsOf(coach, 'join_request')).length,
      (await needsOf(admin, 'join_request')).length,
    ]).toEqual([1, 0]);
    await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.coach.userId]);
    expect(await needsOf(admin, 'join_request')).toHaveLength(1);
  });
});

describe('a draft whose manager may not launch it', () => {
  it('is sent to the administrators, sent back, and launched in the name of the manager', async () => {
    const manager = await api.as(org, org.manager);
    await api.pool.query('update users set manager_id = null where id = any($1)', [
      [org.admin.userId, org.coach.userId, org.newcomer.userId, org.colleague.userId],
    ]);
    const { body: draft } = await manager.post<ProgramSetup>('/api/programs', {
      name: 'Lead with questions',
      purpose: 'Leaders ask before they advise',
      topicIds: org.topicIds.slice(0, 1),
      selectionMax: 1,
      joining: 'open',
    });
    const url = `/api/programs/${draft.programId}`;
    expect(draft.can).toMatchObject({ launch: false, askReview: true, returnReview: false });
    const review = (caller: Caller, version: number, change: object) =>
      caller.put<ProgramSetup & { fields?: object }>(`${url}/review`, { version, note: null, ...change });
    // Only a draft without problems is sent.
    const { body: broken } = await manager.patch<ProgramSetup>(url, { version: draft.version, purpose: '' });
    expect(await review(manager, broken.version, { action: 'ask' })).toMatchObject({
      status: 422,
      body: { fields: { purpose: 'is missing' } },
    });
    const { body: whole } = await manager.patch<ProgramSetup>(url, {
      version: broken.version,
      purpose: 'Leaders ask before they advise',
      audience: { everyone: true, userIds: [], departmentIds: [] },
    });
    const { body: asked } = await review(manager, whole.version, { action: 'ask' });
    expect(asked.review.askedAt).not.toBeNull();
    const [need] = await needsOf(admin, 'launch_request');
    expect(need!.title).toContain('asks you to launch Lead with questions');
    expect(need!.path).toMatch(/\/review#launch-program$/);
    expect((await admin.get<ManagedPrograms>('/api/programs/managed')).body.data[0]).toMatchObject({
      status: 'draft',
      isInReview: true,
    });
    const back = { action: 'return', note: 'Add a due date' };
    expect((await review(manager, asked.version, back)).status).toBe(422);
    expect((await review(admin, asked.version, { action: 'return' })).status).toBe(422);
    const { body: returned } = await review(admin, asked.version, back);
    expect(returned.review).toEqual({ askedAt: null, note: 'Add a due date' });
    expect((await needsOf(manager, 'launch_returned'))[0]!.reason).toContain('Add a due date');
    await admin.put('/api/home/marks', { keys: need!.keys, mark: 'next_week' });
    const { body: again } = await review(manager, returned.version, { action: 'ask' });
    // A snooze is for one request.
    expect(await needsOf(admin, 'launch_request')).toHaveLength(1);
    const { status, body: running } = await admin.post<ProgramSetup>(`${url}/launch`, {
      version: again.version,
    });
    expect([status, running.review]).toEqual([200, { askedAt: null, note: null }]);
    await until(async () => (await admin.get<ProgramSetup>(`${url}/setup`)).body.launch?.endedAt !== null);
    const learner = await api.as(org, org.learner);
    const { body: program } = await learner.get<Program>(url);
    expect(program.invitedBy).toBe('Manager Person');
    const told = (await notificationsFor(api, org, org.manager)).map(
      ({ notificationType }) => notificationType,
    );
    expect(told.filter((type) => type === 'PROGRAM_LAUNCH_ANSWERED')).toHaveLength(2);
    // The manager reads the figures of their own line, and finds nothing about other people.
    const { body: figures } = await manager.get<Insights>(`/api/insights/programs/${draft.programId}`);
    expect([figures.scope, figures.counts.invited]).toEqual(['line', 1]);
    const { body: people } = await manager.get<InsightPeople>(
      `/api/insights/programs/${draft.programId}/people?measure=invited`,
    );
    expect(people.data.map(({ person }) => person.userId)).toEqual([org.learner.userId]);
    const foreign = await launched('open');
    for (const path of ['setup', 'preview', 'join-requests', 'file'])
      expect((await manager.get(`/api/programs/${foreign.programId}/${path}`)).status).toBe(404);
    expect((await manager.get(`/api/insights/programs/${foreign.programId}`)).status).toBe(404);
    expect((await review(manager, 1, { action: 'withdraw' })).status).toBe(409);
    const { body: found } = await manager.get<{ data: unknown[] }>('/api/programs/candidates?search=New');
    expect(found.data).toEqual([]);
    // It is offered only to the manager's line.
    expect((await catalogue(newcomer)).data.map(({ programId }) => programId)).toEqual([foreign.programId]);
    expect((await newcomer.post(`${url}/join`)).status).toBe(404);
  });
});

it('unlocks the topics of a program with a fixed order one after the other', async () => {
  const { programId } = await launched('open', {
    topicOrder: 'fixed',
    topicIds: [org.topicIds[1]!, org.topicIds[0]!],
  });
  const url = `/api/programs/${programId}`;
  const { body: joined } = await newcomer.post<Program>(`${url}/join`);
  const chosen = [org.topicIds[0], org.topicIds[1]].map((topicId) => ({
    topicId,
    why: null,
    ifThenPlan: null,
  }));
  const { body: program } = await newcomer.put<Program>(`${url}/goals`, {
    version: joined.version,
    topics: chosen,
  });
  expect(program.topics.map(({ title }) => title)).toEqual(['Second topic', 'First topic']);
  const [first, second] = program.topics;
  expect(second!.steps[0]!.lock).toEqual({
    reason: 'Complete the topic “Second topic” to unlock this step.',
    stepKeys: [],
  });
  const record = (stepKey: string) =>
    newcomer.put(`${url}/steps/${stepKey}/record`, { done: true, tally: 2, answer: 'Text' });
  expect((await record(second!.steps[0]!.stepKey)).status).toBe(422);
  for (const { stepKey } of first!.steps) expect((await record(stepKey)).status).toBe(200);
  await newcomer.put(`${url}/topics/${first!.topicId}/completion`);
  expect((await record(second!.steps[0]!.stepKey)).status).toBe(200);
});

it('opens its surveys without their own days, rounds and smaller groups', async () => {
  const { create } = surveysOf(api, org, admin);
  const [opensOn, closesOn, releasesOn] = [7, 14, 21].map((days) =>
    new Date(api.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const { surveyId } = await create({ k: 3, opensOn, closesOn, releasesOn, repeatWeeks: 4 });
  await admin.patch('/api/admin/settings', { version: 0, minGroupSize: 6 });
  const program = await launched('open', {
    surveyBeforeId: surveyId,
    surveyAfterId: surveyId,
    topicIds: [org.topicIds[0]!],
    selectionMax: 1,
  });
  for (const id of [program.surveyBeforeId, program.surveyAfterId])
    expect((await admin.get<Survey>(`/api/surveys/${id}`)).body).toMatchObject({
      state: 'open',
      k: 6,
      opensOn: null,
      closesOn: null,
      releasesOn: null,
      repeatWeeks: null,
    });
});

it('needs another survey before the launch when its survey is archived', async () => {
  const { create, move } = surveysOf(api, org, admin);
  const survey = await create();
  const { body: draft } = await admin.post<ProgramSetup>('/api/programs', {
    name: 'Lead',
    surveyBeforeId: survey.surveyId,
  });
  await move(survey, 'archived');
  const { body } = await admin.get<ProgramSetup>(`/api/programs/${draft.programId}/setup`);
  expect(body.problems?.surveyBeforeId).toMatch(/^was opened or archived, .* Choose another one$/);
});

it('sends a survey to each learner after joining, and a copy after the completion', async () => {
  const { create } = surveysOf(api, org, admin);
  const survey = await create();
  const anonymous = await create({ mode: 'anonymous' });
  await create({
    questions: withQuestions(rating, { ...comment, shownIf: { question: rating.key, oneOf: ['9'] } }),
  });
  const { body: options } = await admin.get<ProgramOptions>('/api/programs/options');
  expect(options.surveys.map(({ surveyId }) => surveyId)).toEqual([survey.surveyId]);
  const refused = await admin.post('/api/programs', { name: 'Lead', surveyBeforeId: anonymous.surveyId });
  expect(refused).toMatchObject({ status: 422, body: { fields: { surveyBeforeId: expect.any(String) } } });
  const { programId, surveyBeforeId, surveyAfterId } = await launched('open', {
    surveyBeforeId: survey.surveyId,
    surveyAfterId: survey.surveyId,
    topicIds: [org.topicIds[0]!],
    selectionMax: 1,
  });
  expect(surveyBeforeId).toBe(survey.surveyId);
  expect(surveyAfterId).not.toBe(survey.surveyId);
  const ask = () => withTenant(api.pool, org.tenantId, (tx) => askLearners(tx, api.clock.now()));
  expect(await ask()).toBe(0);
  await newcomer.post(`/api/programs/${programId}/join`);
  expect([await ask(), await ask()]).toEqual([1, 0]);
  const invited = async () =>
    (await newcomer.get<Surveys>('/api/surveys')).body.invited.map(({ surveyId }) => surveyId);
  expect(await invited()).toEqual([surveyBeforeId]);
  await api.pool.query(
    `update enrolments set state = 'completed', finished_at = now() where program_id = $1`,
    [programId],
  );
  expect([await ask(), await ask()]).toEqual([1, 0]);
  expect(new Set(await invited())).toEqual(new Set([surveyBeforeId, surveyAfterId]));
  const types = (await notificationsFor(api, org, org.newcomer)).map(
    ({ notificationType }) => notificationType,
  );
  expect(types).toEqual(['COMPLETE_SURVEY_REMINDER', 'COMPLETE_SURVEY_REMINDER']);
  // An answer before the program is a response to its own survey.
  const answer = await newcomer.post(`/api/surveys/${surveyBeforeId}/responses`, { answers: { q1: 4 } });
  expect(answer.status).toBe(200);
});
