import type { AuditLog } from '#contract/administration/audit.ts';
import type { Home } from '#contract/home.ts';
import type { Results } from '#contract/surveys/results.ts';
import type { AudienceOptions, Participation, Survey, Surveys } from '#contract/surveys/surveys.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { notificationsOutbox } from '#server/db/schema/outbox.ts';
import { asOwner, withTenant } from '#server/db/withTenant.ts';
import { remindOfSurveys } from '#server/surveys/reminders.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { Role } from '#test/support/testOrganisation.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';
import { comment, ROLES, rating, startSurveys, surveysOf, withQuestions } from './surveysApi.ts';

jest.setTimeout(60_000); // creating databases takes a long time

onEachDatabase((open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase: open });
  });
  afterAll(() => api.close());

  it('stores one response if the same person submits many times at the same moment', async () => {
    const { org, admin, open: openSurvey, at, release } = await startSurveys(api);
    const survey = await openSurvey({ mode: 'named' });
    const learner = await api.as(org, org.learner);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        learner.post(at(survey, '/responses'), { answers: { q1: 1 + (index % 5) } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await admin.get<Survey>(at(survey))).body.answered).toBe(1);
    const { body } = await admin.get<Results>(at(await release(survey), '/results'));
    expect(body.named).toHaveLength(1);
  });

  it('counts every response that was accepted while the survey was closing', async () => {
    const { org, admin, open: openSurvey, at, move } = await startSurveys(api);
    const survey = await openSurvey({ mode: 'named' });
    const callers = await Promise.all(ROLES.map((role) => api.as(org, org[role])));
    const [closing, ...answers] = await Promise.all([
      move(survey, 'closed'),
      ...callers.map((caller) => caller.post(at(survey, '/responses'), { answers: { q1: 3 } })),
    ]);
    expect(closing.status).toBe(200);
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
    expect((await admin.get<Survey>(at(survey))).body.answered).toBe(accepted);
  });
});

describe('surveys', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('shows an administrator whom the manager of a survey can ask', async () => {
    const { org, admin } = await startSurveys(api);
    const manager = await api.as(org, org.manager);
    const { surveyId } = await surveysOf(api, org, manager).create();
    const url = '/api/surveys/audience';
    const own = (await manager.get<AudienceOptions>(url)).body;
    expect(own.departments).toEqual([]);
    expect((await admin.get<AudienceOptions>(url)).body.everybody).toBeGreaterThan(own.everybody);
    expect((await admin.get<AudienceOptions>(`${url}?surveyId=${surveyId}`)).body).toEqual(own);
    const find = async (search: string) =>
      (await admin.get<AudienceOptions>(`${url}?surveyId=${surveyId}&search=${search}`)).body.people?.map(
        ({ userId }) => userId,
      );
    expect([await find('lear'), await find('admin')]).toEqual([[org.learner.userId], []]);
    const learner = await api.as(org, org.learner);
    expect((await learner.get(`${url}?surveyId=${surveyId}`)).status).toBe(404);
    expect((await admin.get(`${url}?surveyId=x`)).status).toBe(400);
  });

  it('repeats a released survey, and protects figures that the difference between two rounds would reveal', async () => {
    const { admin, create, move, open, answer, release, at } = await startSurveys(api);
    const first = await open();
    const repeat = (repeats: string) =>
      admin.post<Survey>('/api/surveys', { surveyName: 'The next pulse', repeats });
    expect(await repeat(first.surveyId)).toMatchObject({
      status: 422,
      body: { fields: { repeats: 'is not released' } },
    });
    const scores = { learner: 1, manager: 3, coach: 4, admin: 5, colleague: 4 } as const;
    const people = Object.keys(scores) as (keyof typeof scores)[];
    for (const role of people) await answer(first, role, { q1: scores[role] });
    await release(first);

    const { body: draft } = await repeat(first.surveyId);
    expect(draft).toMatchObject({ state: 'draft', k: 3, questions: first.questions });
    const second = (await move(draft, 'open')).body;
    for (const role of people.slice(1)) await answer(second, role, { q1: scores[role] });
    const { body: results } = await admin.get<Results>(at(await release(second), '/results'));
    // The learner did not answer, and everyone else answered the same: the difference is the learner's answer.
    expect(results.questions[0]?.items[0]?.total).toEqual({ kind: 'protected' });
    expect(results.rounds).toMatchObject([
      { surveyId: first.surveyId, means: { q1: [{ value: 3.4 }], q2: [] } },
    ]);

    // A survey with the same question is judged too, although it repeats none.
    const third = (await move(await create(), 'open')).body;
    for (const role of people) await answer(third, role, { q1: scores[role] });
    const { body: same } = await admin.get<Results>(at(await release(third), '/results'));
    expect([same.rounds, same.questions[0]?.items[0]?.total.kind]).toEqual([[], 'figures']);
  });

  it('saves a draft whose audience contains a person who has left, and refuses to add one', async () => {
    const { org, admin, create, at } = await startSurveys(api);
    const userIds = [org.learner.userId, org.coach.userId];
    const draft = await create({ audience: { kind: 'people', userIds } });
    await api.pool.query(`update users set status = 'deactivated' where id = any($1)`, [
      [org.coach.userId, org.newcomer.userId],
    ]);
    const save = (version: number, ids: readonly number[]) =>
      admin.patch<Survey>(at(draft), { version, audience: { kind: 'people', userIds: ids } });
    expect((await save(2, userIds)).body).toMatchObject({ version: 3, people: 1 });
    expect(await save(3, [...userIds, org.newcomer.userId])).toMatchObject({
      status: 422,
      body: { fields: { 'audience.userIds': expect.any(String) } },
    });
  });

  it('suggests the organisation’s smallest group, and cannot open with a smaller one', async () => {
    const { admin, create, move } = await startSurveys(api);
    const draft = await create();
    await admin.patch('/api/admin/settings', { version: 1, minGroupSize: 4 });
    const { body: proposed } = await admin.post<Survey>('/api/surveys', { surveyName: 'Another pulse' });
    expect([proposed.k, proposed.smallestGroup]).toEqual([4, 4]);
    expect(await move(draft, 'open')).toMatchObject({
      status: 422,
      body: { fields: { k: 'is less than 4' } },
    });
  });

  it('shows a draft only to the people who manage it', async () => {
    const { org, create, at } = await startSurveys(api);
    const draft = await create();
    expect(draft).toMatchObject({ state: 'draft', people: 6, version: 2 });
    for (const role of ['learner', 'manager'] as const) {
      const person = await api.as(org, org[role]);
      expect((await person.get(at(draft))).status).toBe(404);
      expect((await person.get(at(draft, '/participation'))).status).toBe(404);
      expect((await person.get(at(draft, '/results'))).status).toBe(404);
    }
  });

  it('refuses a change based on an older version, and returns the current survey', async () => {
    const { admin, create, at } = await startSurveys(api);
    const draft = await create();
    expect((await admin.patch(at(draft), { version: 2, surveyName: 'Mine' })).status).toBe(200);
    const { status, body } = await admin.patch(at(draft), { version: 2, surveyName: 'Theirs' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'conflict', theirs: { surveyName: 'Mine', version: 3 } });
  });

  it('lets a manager ask only their own reporting line', async () => {
    const { org, admin, at } = await startSurveys(api);
    const manager = await api.as(org, org.manager);
    const { create, move } = surveysOf(api, org, manager);
    const draft = await create({ k: 4 });
    expect(draft.people).toBe(3); // learner, colleague and newcomer
    const { status, body } = await manager.patch(at(draft), {
      version: draft.version,
      audience: { kind: 'people', userIds: [org.learner.userId, org.coach.userId] },
    });
    expect([status, body.fields]).toEqual([
      422,
      { 'audience.userIds': 'contains people whom you cannot ask' },
    ]);
    expect(
      (await manager.patch(at(draft), { version: 2, audience: { kind: 'departments', departmentIds: [1] } }))
        .status,
    ).toBe(422);
    const refused = await move(draft, 'open');
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ fields: { audience: 'has fewer than 4 people' } });
    // An administrator who opens it asks no more people than the manager could.
    const { body: named } = await admin.patch<Survey>(at(draft), { version: 2, mode: 'named' });
    expect((await move(named, 'open', admin)).body).toMatchObject({ state: 'open', people: 3 });
    const learner = await api.as(org, org.learner);
    expect((await learner.post('/api/surveys', { surveyName: 'A survey' })).status).toBe(404);
  });

  it('moves from draft to open, closed, released and archived, and never back', async () => {
    const { admin, create, move, at } = await startSurveys(api);
    const older = await create();
    const draft = await create();
    expect((await move(draft, 'closed')).status).toBe(422);
    const { body: opened } = await move(draft, 'open');
    expect(opened).toMatchObject({ state: 'open', people: 6 });
    expect((await move(draft, 'open')).body).toMatchObject({ state: 'open', version: opened.version });
    const locked = await admin.patch(at(draft), { version: opened.version, mode: 'named', k: 3 });
    expect(locked.status).toBe(422);
    expect((await move(opened, 'released')).status).toBe(422);
    const { body: closed } = await move(opened, 'closed');
    const { body: list } = await admin.get<Surveys>('/api/surveys');
    expect(closed.closedAt).not.toBeNull();
    expect(list.run?.find(({ surveyId }) => surveyId === draft.surveyId)?.closedAt).toBe(closed.closedAt);
    expect((await move(closed, 'open')).status).toBe(422);
    const { body: released } = await move(closed, 'released');
    expect(released.state).toBe('released');
    expect((await move(released, 'archived')).body.state).toBe('archived');
    const { run } = (await admin.get<Surveys>('/api/surveys')).body;
    expect(run?.map(({ surveyId }) => surveyId)).toEqual([older.surveyId, draft.surveyId]);
  });

  it('lists unfinished surveys first, and how many there are', async () => {
    const { org, admin, create } = await startSurveys(api);
    const draft = await create();
    await withTenant(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`
        insert into surveys (id, tenant_id, owner_id, name, mode, k, state, questions, audience, created_at, opened_at)
        select 'closed' || lpad(n::text, 10, '0'), tenant_id, owner_id, name, mode, k, 'closed', questions, audience,
          created_at + interval '1 day', created_at
        from surveys, generate_series(1, 200) as n where id = ${draft.surveyId}`),
    );
    const { run, runTotal } = (await admin.get<Surveys>('/api/surveys')).body;
    expect([run?.length, runTotal, run?.[0]?.surveyId]).toEqual([200, 201, draft.surveyId]);
  });

  it('can be archived as a draft, and closed without its results, but not while it is open', async () => {
    const { admin, create, open, move, at } = await startSurveys(api);
    const draft = await create();
    expect((await move(draft, 'archived')).body).toMatchObject({ state: 'archived', closedAt: null });
    const opened = await open({ mode: 'anonymous', closesOn: '2099-01-02', releasesOn: '2099-01-04' });
    expect((await move(opened, 'archived')).status).toBe(422);
    await api.pool.query(`update surveys set closes_at = now() - interval '1 hour' where id = $1`, [
      opened.surveyId,
    ]);
    const { body: archived } = await move(opened, 'archived');
    expect(archived).toMatchObject({
      state: 'archived',
      closedAt: expect.any(String),
      releasedAt: null,
      releasesOn: null,
    });
    const { rows } = await api.pool.query('select private_key from survey_ticket_keys where survey_id = $1', [
      opened.surveyId,
    ]);
    expect(rows).toEqual([{ private_key: null }]);
    expect((await admin.get(at(opened, '/results'))).status).toBe(422);
    expect((await move(archived, 'released')).status).toBe(422);
    const { body: log } = await admin.get<AuditLog>('/api/admin/audit?action=survey.archived');
    expect(log.data).toHaveLength(2);
  });

  it('closes at the end of its last day', async () => {
    const { org, admin, create, move, at } = await startSurveys(api);
    const today = api.clock.now().toISOString().slice(0, 10);
    const draft = await create({ closesOn: today, mode: 'named' });
    const { body: opened } = await move(draft, 'open');
    const learner = await api.as(org, org.learner);
    expect((await learner.post(at(draft, '/responses'), { answers: { q1: 3 } })).status).toBe(200);
    await api.pool.query(`update surveys set closes_at = now() - interval '1 hour' where id = $1`, [
      draft.surveyId,
    ]);
    expect((await admin.get<Survey>(at(draft))).body.state).toBe('closed');
    expect((await learner.post(at(draft, '/responses'), { answers: { q1: 4 } })).status).toBe(422);
    expect((await move(opened, 'released')).body.state).toBe('released');
  });

  it('invites the asked people once, and lists the survey for them', async () => {
    const { org, open, at } = await startSurveys(api);
    const survey = await open({ audience: { kind: 'people', userIds: [org.learner.userId] }, mode: 'named' });
    const learner = await api.as(org, org.learner);
    const { body } = await learner.get<Surveys>('/api/surveys');
    expect(body).toMatchObject({ invited: [{ surveyId: survey.surveyId, answeredOn: null }], run: null });
    const { rows } = await api.pool.query(
      `select receiver_id, body->>'notificationType' as type from notifications_outbox where tenant_id = $1`,
      [org.tenantId],
    );
    expect(rows).toEqual([{ receiver_id: org.learner.userId, type: 'COMPLETE_SURVEY_REMINDER' }]);
    const colleague = await api.as(org, org.colleague);
    expect((await colleague.get(at(survey, '/participation'))).status).toBe(404);
    expect((await colleague.post(at(survey, '/responses'), { answers: { q1: 1 } })).status).toBe(404);
    expect((await colleague.patch(at(survey, '/draft'), { answers: {}, at: null })).status).toBe(404);
  });

  it('stores a draft by question, so that two devices do not overwrite each other', async () => {
    const { org, open, at } = await startSurveys(api);
    const survey = await open();
    const learner = await api.as(org, org.learner);
    await learner.patch(at(survey, '/draft'), { answers: { q1: 4 }, at: 'q2' });
    await learner.patch(at(survey, '/draft'), { answers: { q2: 'Fewer meetings ' }, at: 'q2' });
    const { body } = await learner.get<Participation>(at(survey, '/participation'));
    expect(body).toMatchObject({ at: 'q2', answers: { q1: 4, q2: 'Fewer meetings ' }, answeredOn: null });
    const { status } = await learner.patch(at(survey, '/draft'), { answers: { q9: 'x' }, at: null });
    expect(status).toBe(400);
  });

  it('keeps the submitted answers until they are submitted again, and names invalid answers', async () => {
    const { org, open, at, answer } = await startSurveys(api);
    const survey = await open();
    const refused = await answer(survey, 'learner', { q2: 'Text only' });
    expect([refused.status, refused.body.fields]).toEqual([400, { 'answers.q1': 'is missing' }]);
    const wrong = await answer(survey, 'learner', { q1: 6 });
    expect(wrong.body.fields).toEqual({ 'answers.q1': 'does not fit the question' });
    expect((await answer(survey, 'learner', { q1: 2 })).status).toBe(200);
    const learner = await api.as(org, org.learner);
    await learner.patch(at(survey, '/draft'), { answers: { q2: 'More' }, at: null });
    const { body } = await learner.get<Participation>(at(survey, '/participation'));
    expect(body.answers).toEqual({ q1: 2, q2: 'More' });
    expect(body.submitted).toEqual({ q1: 2 });
    await answer(survey, 'learner', body.answers);
    const after = (await learner.get<Participation>(at(survey, '/participation'))).body;
    expect(after.submitted).toBeUndefined();
    const [row, ...others] = (
      await api.pool.query('select answers from survey_responses where survey_id = $1', [survey.surveyId])
    ).rows;
    expect([row, others]).toEqual([{ answers: { q1: 2, q2: 'More' } }, []]);
  });

  it('stores confidential answers without the user id or a time', async () => {
    const { org, open, answer, admin, at } = await startSurveys(api);
    const survey = await open();
    await answer(survey, 'learner', { q1: 2 });
    const { rows } = await api.pool.query('select * from survey_responses where survey_id = $1', [
      survey.surveyId,
    ]);
    expect(Object.keys(rows[0]).sort()).toEqual(
      ['answers', 'id', 'respondent', 'segment_id', 'survey_id', 'tenant_id', 'user_id'].sort(),
    );
    expect(rows[0].user_id).toBeNull();
    expect(rows[0].respondent).toHaveLength(32);
    // One answer is fewer than k, so the number is hidden as well.
    expect((await admin.get<Survey>(at(survey))).body.answered).toBeNull();
    expect(JSON.stringify((await admin.get(at(survey))).body)).not.toContain(`${org.learner.userId},`);
  });

  it('releases results once; later erasures and reads do not change them', async () => {
    const { org, open, answer, release, admin, at } = await startSurveys(api);
    const survey = await open();
    for (const [index, role] of ROLES.entries())
      await answer(survey, role, { q1: 1 + (index % 5), q2: `Comment ${index}` });
    expect((await admin.get(at(survey, '/results'))).status).toBe(422);
    const released = await release(survey);
    const { body: before } = await admin.get<Results>(at(survey, '/results'));
    expect(before).toMatchObject({ people: 6, answered: 6, named: null });
    expect(before.questions[1]?.comments).toHaveLength(6);
    await api.pool.query('delete from survey_responses where survey_id = $1', [survey.surveyId]);
    expect((await admin.get<Results>(at(survey, '/results'))).body).toEqual(before);
    const again = await admin.put(at(survey, '/state'), { state: 'released', version: released.version });
    expect(again.body).toMatchObject({ version: released.version });
    expect((await (await api.as(org, org.learner)).get(at(survey, '/results'))).status).toBe(404);
  });

  it('exports the same figures as a file in which protected cells look like empty ones', async () => {
    const { open, answer, release, admin, at } = await startSurveys(api);
    const survey = await open();
    for (const [index, role] of ROLES.entries()) await answer(survey, role, { q1: 1 + (index % 5) });
    await release(survey);
    const { body, headers } = await admin.get<Buffer>(at(survey, '/results.csv'));
    expect(headers['content-type']).toContain('text/csv');
    const lines = String(body).trim().split('\r\n');
    expect(lines).toContain('I know what is expected of me,,Everybody,6,1,2,,,');
    // 2 people in one department: with 4 in the other, either would reveal them.
    expect(lines.filter((line) => line.includes('Protected or no answers'))).toEqual([
      'I know what is expected of me,,Sales,Protected or no answers,,,,,',
      'What should change?,,Everybody,Protected or no answers,,,,,',
    ]);
  });

  it('shows names only in a named survey', async () => {
    const { org, open, answer, release, admin, at } = await startSurveys(api);
    const survey = await open({ mode: 'named', questions: withQuestions(rating, comment) });
    await answer(survey, 'learner', { q1: 5, q2: 'By me' });
    await release(survey);
    const { body } = await admin.get<Results>(at(survey, '/results'));
    expect(body.named).toMatchObject([
      { person: { userId: org.learner.userId }, answers: { q1: '5', q2: 'By me' } },
    ]);
    expect(body.questions[0]?.items[0]?.total).toMatchObject({ kind: 'figures', n: 1 });
    expect(body.ends).toEqual({ q1: { low: 'Disagree', high: 'Agree' } });
    const { body: file } = await admin.get<Buffer>(at(survey, '/results.csv'));
    expect(String(file)).toContain('No answers');
    expect(String(file)).not.toContain('Protected');
  });

  it('writes every change and every read of results to the audit log', async () => {
    const { open, release, admin, at } = await startSurveys(api);
    const survey = await open();
    await release(survey);
    await admin.get(at(survey, '/results'));
    await admin.get(at(survey, '/results.csv'));
    const { body } = await admin.get<AuditLog>('/api/admin/audit');
    expect(body.data.map(({ action }) => action).filter((action) => action.startsWith('survey.'))).toEqual([
      'survey.results-exported',
      'survey.results-read',
      'survey.released',
      'survey.closed',
      'survey.opened',
      'survey.changed',
      'survey.created',
    ]);
    expect(body.data[0]?.subject).toEqual({ type: 'survey', id: survey.surveyId, name: 'A pulse' });
  });

  it('is on the home page of people who have not answered, and reminds only them, once a day and at most 3 times', async () => {
    const { org, open, answer } = await startSurveys(api);
    const closesOn = inDays(20).toISOString().slice(0, 10);
    const survey = await open({ mode: 'named', closesOn });
    const needsOf = async (role: Role) =>
      (await (await api.as(org, org[role])).get<Home>('/api/home')).body.needs
        .filter(({ kind }) => kind === 'survey')
        .map(({ path, group }) => [path, group]);
    expect(await needsOf('learner')).toEqual([[`/survey/participate/${survey.surveyId}`, 'week']]);
    await answer(survey, 'learner', { q1: 4 });
    expect(await needsOf('learner')).toEqual([]);
    expect(await needsOf('coach')).toHaveLength(1);
    const remind = (now: Date) => withTenant(api.pool, org.tenantId, (tx) => remindOfSurveys(tx, now));
    expect(await remind(inDays(1))).toBe(0);
    expect(await remind(inDays(4, 20))).toBe(0); // simulates the evening
    expect(await remind(inDays(4))).toBe(5);
    expect(await remind(inDays(4, 13))).toBe(0);
    expect(await remind(inDays(8))).toBe(5);
    expect(await remind(inDays(15))).toBe(0); // the last reminder is reserved
    expect(await remind(inDays(20))).toBe(5);
    expect(await remind(inDays(22))).toBe(0);
    const sent = await asOwner(api.pool, org.tenantId, (tx) =>
      tx.select().from(notificationsOutbox).where(eq(notificationsOutbox.receiverId, org.coach.userId)),
    );
    expect(new Set(sent.map(({ dedupeKey }) => dedupeKey.split(':').at(-1)))).toEqual(
      new Set(['0', '1', '2', '3']),
    );
  });
});

function inDays(days: number, hour = 12) {
  const day = new Date(Date.now() + days * 86_400_000);
  day.setUTCHours(hour, 0, 0, 0);
  return day;
}
