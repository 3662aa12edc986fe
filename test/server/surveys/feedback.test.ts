import type { Home } from '#contract/home.ts';
import type { Feedback, Raters } from '#contract/surveys/feedback.ts';
import type { Participation, Survey, Surveys } from '#contract/surveys/surveys.ts';
import { feedbackFigures, segmentOfGroup } from '#server/surveys/feedback/feedbackFigures.ts';
import { releaseRule } from '#server/surveys/feedback/releaseRule.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { Role } from '#test/support/testOrganisation.ts';
import { comment, rating, withQuestions } from './surveysApi.ts';

const DAY_MS = 86_400_000;
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());
jest.setTimeout(60_000);

async function startFeedback() {
  const org = await api.organisation();
  const [learner, manager] = await Promise.all(
    (['learner', 'manager'] as const).map((role) => api.as(org, org[role])),
  );
  if (!learner || !manager) throw new Error('The organisation has these people');
  const { body: draft } = await manager.post<Survey>('/api/surveys', {
    surveyName: '360 for the learner',
    subjectId: org.learner.userId,
  });
  const url = `/api/surveys/${draft.surveyId}`;
  const peers = (['coach', 'colleague', 'newcomer'] as const).map((role) => ({
    userId: org[role].userId,
    group: 'peer' as const,
  }));
  const answer = async (role: Role, q1: number, q6?: string) =>
    (await api.as(org, org[role])).post(`${url}/responses`, { answers: { q1, ...(q6 && { q6 }) } });
  const move = async (state: string) => {
    const { body } = await manager.get<Survey>(url);
    return manager.put<Survey>(`${url}/state`, { state, version: body.version });
  };
  return { org, learner, manager, draft, url, peers, answer, move };
}

it('goes from the nominations to a report that only the person and their coach can read', async () => {
  const { org, learner, manager, draft, url, peers, answer, move } = await startFeedback();
  expect(draft).toMatchObject({ mode: 'confidential', k: 3, phase: 'preparing', people: 2 });
  const nominate = (caller: typeof learner, body: object) =>
    caller.put<Raters>(`${url}/raters`, { version: 1, raters: peers, isDone: true, ...body });
  // The person has not been asked yet, and other people cannot find the survey.
  expect((await nominate(learner, {})).status).toBe(422);
  expect((await nominate(await api.as(org, org.colleague), {})).status).toBe(404);
  expect((await nominate(manager, { raters: [] })).body).toMatchObject({ phase: 'nominating', version: 2 });
  const needs = async (caller: typeof learner) =>
    (await caller.get<Home>('/api/home')).body.needs.filter(({ title }) => title.includes('360 for the'));
  expect(await needs(learner)).toMatchObject([{ verb: 'Nominate people' }]);

  expect(await nominate(learner, { version: 1 })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const twice = [...peers, ...peers.slice(0, 1)];
  expect((await nominate(learner, { version: 2, raters: twice })).status).toBe(400);
  const self = [{ userId: org.learner.userId, group: 'peer' }];
  expect((await nominate(learner, { version: 2, raters: self })).status).toBe(400);
  const { body: sent } = await nominate(learner, { version: 2 });
  expect(sent).toMatchObject({ phase: 'approving', isSubject: true, isRunner: false });
  expect((await nominate(learner, { version: 3 })).status).toBe(422);
  expect(await needs(manager)).toMatchObject([{ verb: 'Review people' }]);

  expect((await manager.patch(url, { version: 3, k: 5 })).status).toBe(422);
  expect((await move('open')).status).toBe(200);
  expect((await learner.get<Participation>(`${url}/participation`)).body).toMatchObject({
    raterGroup: 'self',
    subject: { userId: org.learner.userId },
  });
  await answer('learner', 5, 'I listen');
  await answer('manager', 3, 'Decides alone');
  await answer('coach', 2, 'One');
  await answer('colleague', 3, 'Two');
  await move('closed');
  expect((await move('released')).body).toMatchObject({ message: expect.stringContaining('Not everyone') });
  api.clock.pass(21 * DAY_MS);
  const again = async (role: Role) => api.as(org, org[role]);
  const owner = await again('manager');
  const { body: closed } = await owner.get<Survey>(url);
  const release = { state: 'released', version: closed.version };
  expect((await owner.put(`${url}/state`, release)).status).toBe(200);

  // The bell and the list on Home tell the person, and no one else.
  const { rows: notices } = await api.pool.query(
    `select receiver_id from notifications_outbox
      where tenant_id = $1 and body->>'notificationType' = 'FEEDBACK_RELEASED'`,
    [org.tenantId],
  );
  expect(notices).toEqual([{ receiver_id: org.learner.userId }]);
  const subject = await again('learner');
  const [need] = await needs(subject);
  expect(need).toMatchObject({
    verb: 'View feedback',
    path: `/survey/results/${draft.surveyId}?show=feedback`,
    can: { done: true },
  });
  expect(await needs(owner)).toEqual([]);
  await subject.put('/api/home/marks', { keys: need?.keys, mark: 'done' });
  expect(await needs(subject)).toEqual([]);

  const { body: report } = await (await again('learner')).get<Feedback>(`${url}/feedback`);
  expect(report.groups).toEqual([
    { group: 'self', asked: 1, answered: 1, shownAs: 'named' },
    { group: 'manager', asked: 1, answered: 1, shownAs: 'named' },
    { group: 'peer', asked: 3, answered: null, shownAs: 'nothing' },
  ]);
  expect(report.questions[0]?.items[0]?.groups).toMatchObject([
    { group: 'self', cell: { n: 1, counts: [0, 0, 0, 0, 1] } },
    { group: 'manager', cell: { n: 1, counts: [0, 0, 1, 0, 0] } },
  ]);
  expect(report.questions[5]?.comments).toEqual({ self: 'I listen', manager: 'Decides alone', others: null });
  const coach = await again('coach');
  expect((await coach.get<Feedback>(`${url}/feedback`)).body.isSubject).toBe(false);
  expect((await coach.get<Surveys>('/api/surveys')).body.about).toMatchObject([{ isSubject: false }]);
  // The coach keeps the report while the person chooses topics or has completed all, and not after the program.
  for (const [state, status] of [
    ['choosing', 200],
    ['ready_to_finish', 200],
    ['completed', 404],
  ] as const) {
    await api.pool.query('update enrolments set state = $1 where user_id = $2', [state, org.learner.userId]);
    expect((await coach.get(`${url}/feedback`)).status).toBe(status);
  }
  for (const caller of [await again('admin'), owner]) {
    expect((await caller.get(`${url}/feedback`)).status).toBe(404);
    expect((await caller.get(`${url}/results`)).status).toBe(404);
    expect((await caller.get(`${url}/results.csv`)).status).toBe(404);
  }
});

it('archives closed feedback without a report, when the person has not answered about themselves', async () => {
  const { org, manager, url, peers, answer, move } = await startFeedback();
  await manager.put(`${url}/raters`, { version: 1, raters: peers, isDone: false });
  await move('open');
  for (const role of ['manager', 'coach', 'colleague', 'newcomer'] as const) await answer(role, 4);
  expect((await move('archived')).status).toBe(422);
  await move('closed');
  expect(await move('released')).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('There is no report') },
  });
  expect(await move('archived')).toMatchObject({
    status: 200,
    body: { state: 'archived', releasedAt: null },
  });
  const subject = await api.as(org, org.learner);
  expect((await subject.get(`${url}/feedback`)).status).toBe(404);
});

it('shows no earlier problem after it is opened and released', async () => {
  const { draft, manager, url, peers, answer, move } = await startFeedback();
  const fail = () =>
    api.pool.query(`update surveys set problem = 'Its owner is no longer active.' where id = $1`, [
      draft.surveyId,
    ]);
  const problem = async () => (await manager.get<Survey>(url)).body.problem;
  await manager.put(`${url}/raters`, { version: 1, raters: peers, isDone: false });
  await fail();
  await move('open');
  expect(await problem()).toBeNull();
  for (const role of ['learner', 'manager', 'coach', 'colleague', 'newcomer'] as const) await answer(role, 4);
  await move('closed');
  await fail();
  expect((await move('released')).body).toMatchObject({ state: 'released', problem: null });
});

it('archives feedback whose report is possible only after its release', async () => {
  const { manager, url, peers, answer, move } = await startFeedback();
  await manager.put(`${url}/raters`, { version: 1, raters: peers, isDone: false });
  await move('open');
  await answer('learner', 4);
  await move('closed');
  expect((await move('archived')).status).toBe(422);
});

it('keeps the list of a draft that was archived', async () => {
  const { manager, url, peers, move } = await startFeedback();
  await move('archived');
  expect(await manager.put(`${url}/raters`, { version: 2, raters: peers, isDone: false })).toMatchObject({
    status: 422,
    body: { message: 'The people can be changed only while the survey is a draft.' },
  });
});

it('asks the manager whom the person has when it opens', async () => {
  const { org, manager, url, peers, move } = await startFeedback();
  const raters = [...peers, { userId: org.admin.userId, group: 'peer' }];
  await manager.put(`${url}/raters`, { version: 1, raters, isDone: false });
  await api.pool.query('update users set manager_id = $2 where id = $1', [
    org.learner.userId,
    org.admin.userId,
  ]);
  expect((await move('open')).status).toBe(200);
  const { body } = await manager.get<Raters>(`${url}/raters`);
  expect(body.raters.filter(({ group }) => group === 'manager').map(({ person }) => person.userId)).toEqual([
    org.admin.userId,
  ]);
  expect(body.raters).toHaveLength(5);
  expect((await manager.get(`${url}/participation`)).status).toBe(404);
});

it('does not count a peer who has become the manager when it is scheduled, and lists them as the manager', async () => {
  const { org, manager, url, peers, move } = await startFeedback();
  await manager.put(`${url}/raters`, { version: 1, raters: peers, isDone: false });
  await api.pool.query('update users set manager_id = $2 where id = $1', [
    org.learner.userId,
    org.colleague.userId,
  ]);
  const opensOn = new Date(api.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
  await manager.patch(url, { version: 2, opensOn });
  expect(await move('open')).toMatchObject({ status: 422, body: { fields: { raters: expect.any(String) } } });
  const listed = async () =>
    (await manager.get<Raters>(`${url}/raters`)).body.raters.map(({ person, group }) => [
      person.userId,
      group,
    ]);
  const expected = [
    [org.colleague.userId, 'manager'],
    ...(['learner', 'coach', 'newcomer'] as const).map((role) => [
      org[role].userId,
      role === 'learner' ? 'self' : 'peer',
    ]),
  ];
  expect(await listed()).toEqual(expect.arrayContaining(expected));
  const former = { userId: org.manager.userId, group: 'peer' as const };
  const raters = [...peers.filter(({ userId }) => userId !== org.colleague.userId), former];
  const { status } = await manager.put(`${url}/raters`, { version: 3, raters, isDone: false });
  expect(status).toBe(200);
  expect((await move('open')).body.state).toBe('scheduled');
});

it('asks only people below the owner, and at least 3 people besides the subject', async () => {
  const { org, manager, learner, url, move, peers } = await startFeedback();
  expect(
    await manager.post('/api/surveys', { surveyName: 'Not mine', subjectId: org.admin.userId }),
  ).toMatchObject({ status: 422, body: { fields: { subjectId: expect.any(String) } } });
  await manager.put(`${url}/raters`, { version: 1, raters: peers.slice(1), isDone: false });
  expect(await move('open')).toMatchObject({ status: 422, body: { fields: { raters: expect.any(String) } } });
  await manager.put(`${url}/raters`, { version: 2, raters: peers, isDone: false });
  expect((await move('open')).status).toBe(200);
  // The person cannot run the survey about themselves.
  for (const path of ['', '/results']) expect((await learner.get(`${url}${path}`)).status).toBe(404);
  const { body } = await learner.get<Raters>(`${url}/raters`);
  expect(body.progress).toMatchObject({
    isSelfDone: false,
    isEnough: false,
    groups: [{ group: 'self' }, { group: 'manager' }, { group: 'peer', asked: 3, answered: 0 }],
  });
});

it('leaves people who have left out of the list before the opening, so that it can be saved', async () => {
  const { org, manager, url, peers } = await startFeedback();
  const raters = [{ userId: org.admin.userId, group: 'report' as const }, ...peers];
  await manager.put(`${url}/raters`, { version: 1, raters, isDone: false });
  await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.newcomer.userId]);
  const { body } = await manager.get<Raters>(`${url}/raters`);
  const kept = body.raters
    .map(({ person, group }) => ({ userId: person.userId, group }))
    .filter(({ group }) => group === 'peer' || group === 'report');
  expect(kept).toHaveLength(3);
  expect((await manager.get<Survey>(url)).body.people).toBe(5);
  const saved = await manager.put(`${url}/raters`, { version: body.version, raters: kept, isDone: false });
  expect(saved.status).toBe(200);
});

it('counts answers from the next day on, and all of them after the closing, in every count', async () => {
  const { org, learner, manager, url, peers, answer, move } = await startFeedback();
  await manager.put(`${url}/raters`, { version: 1, raters: peers, isDone: false });
  await move('open');
  for (const role of ['learner', 'manager', 'coach', 'colleague', 'newcomer'] as const) await answer(role, 4);
  const counts = async () => {
    const caller = await api.as(org, org.manager);
    const { progress } = (await caller.get<Raters>(`${url}/raters`)).body;
    const { run } = (await caller.get<Surveys>('/api/surveys')).body;
    return {
      groups: progress?.groups.map(({ answered }) => answered),
      conditions: [progress?.isSelfDone, progress?.isEnough],
      totals: [(await caller.get<Survey>(url)).body.answered, run?.[0]?.answered],
    };
  };
  const all = { groups: [1, 1, 3], conditions: [true, true], totals: [5, 5] };
  expect(await counts()).toEqual({
    groups: [0, 0, 0],
    conditions: [false, false],
    totals: [null, null],
  });
  const { progress } = (await learner.get<Raters>(`${url}/raters`)).body;
  expect(progress?.isSelfDone).toBe(true);
  expect(progress?.groups.map(({ answered }) => answered)).toEqual([1, 0, 0]);
  await move('closed');
  expect(await counts()).toEqual(all);
  expect((await move('released')).status).toBe(200);
  expect(await counts()).toEqual(all);
});

it('counts the answers of the day before while people can answer, and shows no total that tells the count of a small group', async () => {
  const { org, manager, url, peers, answer, move } = await startFeedback();
  await manager.put(`${url}/raters`, {
    version: 1,
    raters: [{ userId: org.admin.userId, group: 'report' }, ...peers],
    isDone: false,
  });
  await move('open');
  for (const role of ['learner', 'manager', 'coach', 'colleague'] as const) await answer(role, 4);
  api.clock.pass(DAY_MS);
  const owner = await api.as(org, org.manager);
  const { progress } = (await owner.get<Raters>(`${url}/raters`)).body;
  expect(progress?.groups.map(({ answered }) => answered)).toEqual([1, 1, 2, null]);
  expect((await owner.get<Survey>(url)).body.answered).toBeNull();
});

it('releases the report after the self-assessment and either enough answers from other people or enough days', () => {
  const opened = new Date('2026-11-01T09:00:00Z');
  const ruleOf = (others: number, all: number, days: number, isSelfDone = true, timeZone = 'UTC') =>
    releaseRule(
      [
        { group: 'self', hasAnswered: isSelfDone },
        ...Array.from({ length: all }, (_, index) => ({
          group: 'peer' as const,
          hasAnswered: index < others,
        })),
      ],
      opened,
      { now: new Date(opened.getTime() + days * DAY_MS), region: { timeZone } },
    );
  expect(ruleOf(6, 6, 0)).toMatchObject({ isSelfDone: true, isEnough: true });
  expect(ruleOf(6, 6, 30, false).isSelfDone).toBe(false);
  expect(
    [ruleOf(5, 6, 13), ruleOf(5, 6, 14), ruleOf(4, 6, 20), ruleOf(4, 6, 21)].map((r) => r.isEnough),
  ).toEqual([false, true, false, true]);
  // The named day counts from its morning, in the time zone of the person who reads the day.
  const morning = 14 - 0.5 / 24;
  const yesterday = 14 - 9.5 / 24;
  expect([ruleOf(5, 6, morning), ruleOf(5, 6, yesterday)].map((r) => r.isEnough)).toEqual([true, false]);
  expect(ruleOf(5, 6, yesterday, true, 'Europe/Berlin').isEnough).toBe(true);
});

it('combines small groups if they reach 3 answers together, leaves out smaller ones, and shows no total from which they could be computed', () => {
  const reportOf = (peers: number[], reports: number[]) => {
    const answers = { self: [4], manager: [2], peer: peers, report: reports };
    return feedbackFigures({
      questions: withQuestions(rating, comment),
      responses: Object.entries(answers).flatMap(([group, scores]) =>
        scores.map((q1) => ({
          segmentId: segmentOfGroup(group as 'peer'),
          answers: { q1, q2: `${group} wrote this` },
        })),
      ),
      asked: new Map([
        ['self', 1],
        ['manager', 1],
        ['peer', 6],
        ['report', 6],
      ]),
      shuffle: (items) => [...items],
    });
  };
  const shown = ({ questions }: ReturnType<typeof reportOf>) =>
    questions[0]?.items[0]?.groups.map(({ group, cell }) => [
      group,
      cell.kind === 'figures' ? cell.n : cell.kind,
    ]);
  expect(shown(reportOf([1, 2, 3], [4, 5, 1, 2]))).toEqual([
    ['self', 1],
    ['manager', 1],
    ['peer', 3],
    ['report', 4],
  ]);
  expect(shown(reportOf([1, 2], [3, 4]))).toEqual([
    ['self', 1],
    ['manager', 1],
    ['other', 4],
  ]);
  // People who cannot judge are not part of a mean, and are counted only next to figures that are shown.
  const declined = (peers: (number | string)[]) =>
    feedbackFigures({
      questions: withQuestions({ ...rating, mayDecline: true }),
      responses: peers.map((q1) => ({ segmentId: segmentOfGroup('peer'), answers: { q1 } })),
      asked: new Map([['peer', 6]]),
      shuffle: (items) => [...items],
    }).questions[0]?.items[0];
  expect(declined([1, 2, 3, '-'])).toMatchObject({ others: { n: 3, mean: { value: 2 } }, cannotJudge: 1 });
  expect(declined([1, 2, '-', '-'])).toMatchObject({ others: { kind: 'protected' }, cannotJudge: 0 });
  // The answers of 2 direct reports are left out everywhere: in groups, in the mean of other people, and in comments.
  const left = reportOf([1, 2, 3, 4], [5, 5]);
  expect(shown(left)).toEqual([
    ['self', 1],
    ['manager', 1],
    ['peer', 4],
  ]);
  expect(left.questions[0]?.items[0]?.others).toMatchObject({ n: 5, counts: [1, 2, 1, 1, 0] });
  expect(JSON.stringify(left)).not.toContain('report wrote this');
  // Equal answers of a group are shown as a range. They are not part of the mean, because they could be subtracted from it.
  const equal = reportOf([3, 3, 3], [1, 2, 3]).questions[0]?.items[0];
  expect(equal?.groups[2]?.cell).toEqual({ kind: 'band', from: 1, to: 3 });
  expect(equal?.others).toMatchObject({ n: 4 });
});
