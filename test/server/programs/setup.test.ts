import type { AuditLog } from '#contract/administration/audit.ts';
import type { Settings } from '#contract/administration/settings.ts';
import type { AuthoredTopic } from '#contract/learning/authoring.ts';
import type { ChallengeResult } from '#contract/learning/challenges.ts';
import type { Consequences, ProgramFile, Templates } from '#contract/learning/programLife.ts';
import type { ManagedPrograms, ProgramOptions, ProgramSetup } from '#contract/learning/programSetup.ts';
import type { Program } from '#contract/learning/programs.ts';
import type { InvitablePrograms } from '#contract/notifications/invitations.ts';
import { sql } from '#server/db/drizzle.ts';
import { asOwner, withTenant } from '#server/db/withTenant.ts';
import { launchJob } from '#server/learning/programs/setup/launch.ts';
import { surveysOf } from '#test/server/surveys/surveysApi.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';
import { aQuiz, notificationsFor } from './programsApi.ts';

jest.setTimeout(60_000); // creating databases takes a long time

type Caller = Awaited<ReturnType<TestApi['as']>>;
type Answer = ProgramSetup & { fields?: Record<string, string> };

const noAudience = { everyone: false, userIds: [], departmentIds: [] };

/** A draft that can be launched. */
async function createProgram(caller: Caller, org: TestOrganisation, over: Partial<ProgramSetup> = {}) {
  const { status, body } = await caller.post<Answer>('/api/programs', {
    name: 'Lead with questions',
    purpose: 'Leaders ask before they advise',
    topicIds: [org.topicIds[1], org.topicIds[0]],
    selectionMin: 1,
    selectionMax: 2,
    audience: { ...noAudience, everyone: true },
    ...over,
  });
  expect(status).toBe(201);
  return body;
}
const launch = (caller: Caller, { programId, version }: Pick<ProgramSetup, 'programId' | 'version'>) =>
  caller.post<Answer>(`/api/programs/${programId}/launch`, { version });
const read = async (caller: Caller, { programId }: Pick<ProgramSetup, 'programId'>) =>
  (await caller.get<ProgramSetup>(`/api/programs/${programId}/setup`)).body;

onEachDatabase((open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase: open, hasJobs: true });
  });
  afterAll(() => api.close());

  it('launches once and gives each person one enrolment, coach and notification', async () => {
    const org = await api.organisation();
    const admin = await api.as(org, org.admin);
    const program = await createProgram(admin, org, {
      due: { kind: 'days', days: 30 },
      coachIds: [org.coach.userId, org.manager.userId],
    });
    const answers = await Promise.all([1, 2, 3].map(() => launch(admin, program)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    await until(async () => (await read(admin, program)).launch?.endedAt !== null);
    expect((await read(admin, program)).launch).toMatchObject({ total: 6, invited: 6 });
    const { rows } = await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute<{ user_id: number; coach_id: number; due_on: Date | null }>(
        sql`select user_id, coach_id, due_on from enrolments where program_id = ${program.programId}`,
      ),
    );
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(6);
    // 3 learners for each coach, and no one coaches themselves.
    const loads = [org.coach, org.manager].map(
      ({ userId }) => rows.filter(({ coach_id }) => coach_id === userId).length,
    );
    expect(loads).toEqual([3, 3]);
    expect(rows.some(({ user_id, coach_id }) => user_id === coach_id)).toBe(false);
    expect(rows.every(({ due_on }) => due_on !== null)).toBe(true);
    const invitations = (await notificationsFor(api, org, org.colleague)).filter(
      ({ notificationType }) => notificationType === 'INVITED_TO_PROGRAM',
    );
    expect(invitations).toHaveLength(1);
    const colleague = await api.as(org, org.colleague);
    const { body } = await colleague.put<Program>(`/api/programs/${program.programId}/invitation`, {
      accept: true,
    });
    expect(body.topics.map(({ title }) => title)).toEqual(['Second topic', 'First topic']);
    expect(body.selection).toEqual({ min: 1, max: 2 });
  });
});

describe('a program', () => {
  let api: TestApi;
  let org: TestOrganisation;
  let admin: Caller;
  beforeAll(async () => {
    api = await startApi({ hasJobs: true });
    org = await api.organisation();
    admin = await api.as(org, org.admin);
  });
  afterAll(() => api.close());

  it('is saved as a draft that is hidden from learners and from other people’s lists', async () => {
    const program = await createProgram(admin, org);
    const url = `/api/programs/${program.programId}`;
    const { body: saved } = await admin.patch<Answer>(url, { version: program.version, name: 'Renamed' });
    expect([saved.name, saved.version, saved.purpose]).toEqual([
      'Renamed',
      program.version + 1,
      program.purpose,
    ]);
    expect((await admin.patch(url, { version: program.version, name: 'Lost' })).status).toBe(409);
    const learner = await api.as(org, org.learner);
    for (const path of ['', '/setup']) expect((await learner.get(`${url}${path}`)).status).toBe(404);
    expect((await learner.patch(url, { version: saved.version, name: 'Mine' })).status).toBe(404);
    expect((await launch(learner, saved)).status).toBe(404);
    expect((await learner.post('/api/programs', { name: 'Mine' })).status).toBe(404);
    expect((await learner.get('/api/programs/options')).status).toBe(404);
    const { body: list } = await learner.get<ManagedPrograms>('/api/programs/managed');
    expect(list).toEqual({ data: [], total: 0, can: { create: false } });
    const invitable = await admin.get<InvitablePrograms>('/api/programs/invitable');
    expect(invitable.body.data.map(({ programId }) => programId)).not.toContain(program.programId);
  });

  it('follows the rules for learners in a preview, which stores nothing', async () => {
    const { body: topic } = await admin.post<AuthoredTopic>('/api/topics', { title: 'Open questions' });
    const step = (stepKey: string, over: object) => ({
      stepKey,
      title: 'Read first',
      kind: 'content',
      minutes: 5,
      required: true,
      body: 'Text',
      goal: null,
      challenge: null,
      after: [],
      ...over,
    });
    const steps = [
      step('r'.repeat(16), {}),
      step('q'.repeat(16), { kind: 'challenge', challenge: aQuiz, after: ['r'.repeat(16)] }),
    ];
    const draft = {
      version: topic.version,
      behaviorName: 'Asks first',
      description: 'About questions',
      steps,
    };
    const { body: saved } = await admin.patch<AuthoredTopic>(`/api/topics/${topic.topicId}`, draft);
    await admin.post(`/api/topics/${topic.topicId}/versions`, { version: saved.version, notes: null });
    const program = await createProgram(admin, org, {
      topicIds: [topic.topicId],
      due: { kind: 'days', days: 7 },
    });
    const url = `/api/programs/${program.programId}/preview`;
    const rows = () =>
      asOwner(api.pool, org.tenantId, async (tx) => {
        const { rows: found } = await tx.execute(sql`select
          (select count(*) from enrolments) as enrolments, (select count(*) from step_records) as records,
          (select count(*) from goals) as goals, (select count(*) from notifications_outbox) as messages`);
        return found[0];
      });
    const before = await rows();
    const { body: preview } = await admin.get<Program>(url);
    expect(preview).toMatchObject({
      programName: 'Lead with questions',
      enrolment: 'choosing',
      dueOn: expect.stringMatching(/^\d{4}-/),
      topics: [
        { state: 'not_selected', steps: [{ lock: null }, { state: 'none', challenge: { kind: 'quiz' } }] },
      ],
    });
    expect(JSON.stringify(preview)).not.toMatch(/isRight|A question opens/);
    const [read, quiz] = preview.topics[0]!.steps;
    expect(quiz!.lock?.stepKeys).toEqual([read!.stepKey]);
    const attempt = (answers: object, stepKey = quiz!.stepKey) =>
      admin.post<ChallengeResult & { fields?: object }>(`${url}/attempts`, { stepKey, answers });
    const refused = await attempt({});
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { 'answers.q1': 'is not answered', 'answers.q2': 'is not answered' },
    ]);
    expect((await attempt({}, read!.stepKey)).status).toBe(404);
    const graded = await attempt({ q1: ['ask'], q2: ['wait'] });
    expect(graded.body).toMatchObject({
      score: 50,
      items: [{ reasons: [{ text: 'A question opens.' }] }, { isRight: false }],
    });
    expect(await rows()).toEqual(before);
    const learner = await api.as(org, org.learner);
    expect((await learner.get(url)).status).toBe(404);
    expect((await learner.post(`${url}/attempts`, { stepKey: quiz!.stepKey, answers: {} })).status).toBe(404);
  });

  it('reports what prevents the launch, by field', async () => {
    const { body: empty } = await admin.post<Answer>('/api/programs', { name: '' });
    expect(empty.problems).toEqual({
      name: 'is missing',
      purpose: 'is missing',
      topicIds: 'are missing',
      audience: 'reaches no one',
    });
    expect(await launch(admin, empty)).toMatchObject({ status: 422, body: { fields: empty.problems } });
    const { body: draft } = await admin.post<{ topicId: string }>('/api/topics', { title: 'Not ready' });
    const program = await createProgram(admin, org, {
      topicIds: [draft.topicId],
      selectionMax: 2,
      confirmation: 'coach',
      due: { kind: 'date', on: '2020-01-01' },
    });
    expect(program.problems).toEqual({
      'topicIds.0': 'include “Not ready”, which is not published',
      selectionMax: 'is more than the number of topics',
      due: 'is not in the future',
      coachIds: 'are missing, although coaches confirm completed topics',
    });
  });

  it('lists the problems in the order of the wizard’s steps', async () => {
    const { problems } = await createProgram(admin, org, {
      confirmation: 'coach',
      managerVisible: false,
      coachingPlan: { sessions: 3, everyDays: 14 },
    });
    expect(Object.keys(problems)).toEqual(['coachingPlan', 'coachIds']);
  });

  it('refuses topics, people and coaches from other organisations', async () => {
    const other = await api.organisation();
    const { programId, version } = await createProgram(admin, org);
    for (const [field, change] of [
      ['topicIds', { topicIds: [other.topicIds[0]] }],
      ['audience.userIds', { audience: { ...noAudience, userIds: [other.learner.userId] } }],
      ['coachIds', { coachIds: [other.coach.userId] }],
    ] as const)
      expect(await admin.patch(`/api/programs/${programId}`, { version, ...change })).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.any(String) } },
      });
    const stranger = await api.as(other, other.admin);
    expect((await stranger.get(`/api/programs/${programId}/setup`)).status).toBe(404);
    expect((await launch(stranger, { programId, version })).status).toBe(404);
  });

  it('reaches only people below its manager, and launches only if the organisation allows it', async () => {
    const manager = await api.as(org, org.manager);
    // The colleague is below the manager's report.
    await api.pool.query('update users set manager_id = $2 where id = $1', [
      org.colleague.userId,
      org.learner.userId,
    ]);
    await api.pool.query('update users set manager_id = null where id = any($1) and manager_id = $2', [
      [org.coach.userId, org.admin.userId, org.newcomer.userId],
      org.manager.userId,
    ]);
    const { body: options } = await manager.get<ProgramOptions>('/api/programs/options');
    expect([options.everyone, options.isForLine]).toEqual([2, true]);
    const program = await createProgram(manager, org);
    expect([program.isForLine, program.reach, program.can.launch]).toEqual([true, 2, false]);
    // An administrator is offered what the program of the manager can use.
    const survey = await surveysOf(api, org, manager).create();
    const of = `programId=${program.programId}`;
    const { body: offered } = await admin.get<ProgramOptions>(`/api/programs/options?${of}`);
    expect([offered.everyone, offered.isForLine]).toEqual([2, false]);
    expect(offered.surveys.map(({ surveyId }) => surveyId)).toEqual([survey.surveyId]);
    const { body: coaches } = await admin.get<{ data: unknown[] }>(
      `/api/programs/candidates?search=coach&${of}`,
    );
    expect(coaches.data).toEqual([]);
    const otherManager = await api.as(org, org.learner);
    expect((await otherManager.get(`/api/programs/options?${of}`)).status).toBe(404);
    const outsider = { audience: { ...noAudience, userIds: [org.coach.userId] } };
    const url = `/api/programs/${program.programId}`;
    expect(await manager.patch(url, { version: program.version, ...outsider })).toMatchObject({
      status: 422,
      body: { fields: { 'audience.userIds': expect.any(String) } },
    });
    expect((await launch(manager, program)).status).toBe(422);
    const { body: settings } = await admin.get<Settings>('/api/admin/settings');
    await admin.patch('/api/admin/settings', { version: settings.version, managersMayLaunch: true });
    expect((await launch(manager, program)).status).toBe(200);
    await until(async () => (await read(manager, program)).launch?.endedAt !== null);
    const { rows } = await api.pool.query<{ user_id: number }>(
      'select user_id from enrolments where program_id = $1 order by 1',
      [program.programId],
    );
    expect(rows.map(({ user_id }) => user_id)).toEqual(
      [org.learner.userId, org.colleague.userId].sort((a, b) => a - b),
    );
    // Later invitations are limited to the same people, and other managers do not see the program.
    const invite = (caller: Caller, userId: number) =>
      caller.post(`${url}/invitations`, { userIds: [userId], coachId: null, dueOn: null });
    expect((await invite(manager, org.coach.userId)).status).toBe(422);
    const other = await api.as(org, org.learner);
    expect((await invite(other, org.colleague.userId)).status).toBe(404);
    // The manager still owns the program when the direct reports have another manager.
    await api.pool.query('update users set manager_id = null where manager_id = $1', [org.manager.userId]);
    expect((await manager.get('/api/programs/options')).status).toBe(404);
    const { status, body: kept } = await manager.get<ProgramOptions>(`/api/programs/options?${of}`);
    expect([status, kept.everyone, kept.isForLine]).toEqual([200, 0, true]);
  });

  it('is copied without its people, and every change is in the audit log', async () => {
    const program = await createProgram(admin, org, {
      audience: { ...noAudience, userIds: [org.learner.userId] },
    });
    await launch(admin, program);
    const { status, body } = await admin.post<Answer>(`/api/programs/${program.programId}/copies`);
    expect([status, body.name, body.status, body.topicIds, body.audience]).toEqual([
      201,
      'Copy of Lead with questions',
      'draft',
      program.topicIds,
      noAudience,
    ]);
    const { body: log } = await admin.get<AuditLog>('/api/admin/audit');
    expect(
      log.data
        .filter(({ subject }) => subject.id === program.programId)
        .map(({ action, subject, changes }) => [action, subject.name, changes.people?.after]),
    ).toEqual([
      ['program.launched', 'Lead with questions', 1],
      ['program.created', 'Lead with questions', undefined],
    ]);
  });

  it('is copied without its retired topics', async () => {
    const program = await createProgram(admin, org);
    const [retired, ...others] = program.topicIds;
    await api.pool.query('update topics set retired_at = now() where id = $1', [retired]);
    const { status, body } = await admin.post<Answer>(`/api/programs/${program.programId}/copies`);
    expect([status, body.topicIds]).toEqual([201, others]);
    await api.pool.query('update topics set retired_at = null where id = $1', [retired]);
  });

  it('is created once, however often and however fast the first save is sent', async () => {
    const key = 'k'.repeat(16);
    const create = (name: string) => admin.post<Answer>('/api/programs', { name, key });
    const answers = await Promise.all(['One', 'Two', 'Three'].map(create));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.programId)).size).toBe(1);
    const { body: again } = await create('Written later');
    expect([again.programId, again.name]).toEqual([answers[0]!.body.programId, 'Written later']);
    // The key of another person finds nothing of theirs.
    await api.pool.query('update users set manager_id = $2 where id = $1', [
      org.colleague.userId,
      org.manager.userId,
    ]);
    const manager = await api.as(org, org.manager);
    const { body: other } = await manager.post<Answer>('/api/programs', { name: 'Own', key });
    expect(other.programId).not.toBe(again.programId);
  });

  it('can be changed after the launch with a preview, and learners keep their work', async () => {
    const program = await createProgram(admin, org, { topicIds: [org.topicIds[0]!], selectionMax: 1 });
    const url = `/api/programs/${program.programId}`;
    await launch(admin, program);
    await until(async () => (await read(admin, program)).launch?.endedAt !== null);
    const learner = await api.as(org, org.learner);
    await learner.put(`${url}/invitation`, { accept: true });
    const { body: own } = await learner.get<Program>(url);
    await learner.put(`${url}/goals`, {
      version: own.version,
      topics: [{ topicId: org.topicIds[0], why: null, ifThenPlan: null }],
    });
    const { version } = await read(admin, program);
    const due = { kind: 'date', on: '2099-01-01' } as const;
    const change = { version, due, topicIds: [org.topicIds[0], org.topicIds[1]] };
    const { body: effects } = await admin.post<Consequences>(`${url}/consequences`, change);
    expect(effects.data).toEqual([
      { kind: 'due', learners: 6 },
      { kind: 'topics-added', learners: 6 },
    ]);
    expect((await read(admin, program)).due).toEqual({ kind: 'none' });
    const { body: changed } = await admin.patch<Answer>(url, change);
    expect([changed.due, changed.topicIds]).toEqual([due, change.topicIds]);
    expect((await learner.get<Program>(url)).body).toMatchObject({
      dueOn: '2099-01-01',
      topics: [{ state: 'selected' }, { state: 'not_selected' }],
    });
    // Days are counted from the invitation, and not from the acceptance.
    await api.pool.query(
      `update enrolments set invited_at = '2026-01-01', joined_at = '2026-01-05' where program_id = $1`,
      [program.programId],
    );
    const { body: counted } = await admin.patch<Answer>(url, {
      version: changed.version,
      due: { kind: 'days', days: 10 },
    });
    expect((await learner.get<Program>(url)).body.dueOn).toBe('2026-01-11');
    const refuse = async (fields: object) =>
      (await admin.patch<Answer>(url, { version: counted.version, ...fields })).status;
    expect(await refuse({ topicIds: [org.topicIds[1]] })).toBe(422);
    expect(await refuse({ audience: { ...noAudience, everyone: true } })).toBe(422);
    expect(await refuse({ due: { kind: 'date', on: '2020-01-01' } })).toBe(422);
    expect(await refuse({ name: '' })).toBe(422);
  });

  it('keeps its rules when it is changed after the launch, and its retired topics', async () => {
    const program = await createProgram(admin, org, {
      topicIds: org.topicIds.slice(0, 2),
      selectionMin: 2,
      coachingPlan: { sessions: 2, everyDays: 14 },
    });
    const url = `/api/programs/${program.programId}`;
    await launch(admin, program);
    await until(async () => (await read(admin, program)).launch?.endedAt !== null);
    const { version } = await read(admin, program);
    const change = async (fields: object) => {
      const { status, body } = await admin.post<Answer>(`${url}/consequences`, { version, ...fields });
      return [status, body.fields && Object.keys(body.fields)];
    };
    expect(await change({ managerVisible: false })).toEqual([422, ['coachingPlan']]);
    expect(await change({ managerVisible: false, coachingPlan: null })).toEqual([200, undefined]);
    expect(await change({ topicIds: org.topicIds.slice(0, 1) })).toEqual([422, ['topicIds']]);
    await api.pool.query('update topics set retired_at = now() where id = $1', [org.topicIds[0]]);
    expect(await change({ topicIds: org.topicIds.slice(0, 3) })).toEqual([200, undefined]);
    expect(await change({ name: 'Renamed' })).toEqual([200, undefined]);
    await api.pool.query('update topics set retired_at = null where id = $1', [org.topicIds[0]]);
  });

  it('can be improved after the launch while it has problems, but not made worse', async () => {
    const program = await createProgram(admin, org, {
      topicIds: org.topicIds.slice(0, 3),
      selectionMin: 3,
      selectionMax: 3,
      due: { kind: 'date', on: '2099-01-01' },
    });
    await launch(admin, program);
    await until(async () => (await read(admin, program)).launch?.endedAt !== null);
    await asOwner(api.pool, org.tenantId, async (tx) => {
      await tx.execute(
        sql`delete from program_topics where program_id = ${program.programId} and topic_id in (${org.topicIds[1]}, ${org.topicIds[2]})`,
      );
      await tx.execute(sql`update programs set due_on = '2020-01-01' where id = ${program.programId}`);
    });
    const { version } = await read(admin, program);
    const change = async (fields: object) =>
      (await admin.post<Answer>(`/api/programs/${program.programId}/consequences`, { version, ...fields }))
        .status;
    expect(await change({ topicIds: org.topicIds.slice(0, 2) })).toBe(200);
    expect(await change({ topicIds: [] })).toBe(422);
    expect(await change({ due: { kind: 'date', on: '2020-01-02' } })).toBe(422);
  });

  it('refuses the save of a draft that was launched in the meantime, and says who launched it', async () => {
    const program = await createProgram(admin, org);
    const url = `/api/programs/${program.programId}`;
    const { body: launched } = await launch(admin, program);
    for (const { version } of [program, launched])
      expect(await admin.patch(url, { version, isDraft: true, purpose: 'Typed too late' })).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: expect.stringMatching(/^\w.* has launched this program\.$/) },
      });
    const after = await read(admin, program);
    expect([after.purpose, after.version]).toEqual([program.purpose, launched.version]);
    expect(after.launch?.by?.userId).toBe(org.admin.userId);
  });

  it('says that another program that the viewer manages has the same name, unless it is archived', async () => {
    const first = await createProgram(admin, org);
    const named = async (program: { programId: string }, name: string) => {
      const { version } = await read(admin, program);
      return (await admin.patch<Answer>(`/api/programs/${program.programId}`, { version, name })).body;
    };
    await named(first, 'Calm handovers');
    const second = await createProgram(admin, org);
    expect((await named(second, 'calm handovers ')).isNameUsed).toBe(true);
    const { version } = await read(admin, first);
    await admin.put(`/api/programs/${first.programId}/state`, { version, action: 'archive' });
    expect((await read(admin, second)).isNameUsed).toBe(false);
  });

  it('is paused, resumed, archived and restored, with the work of its learners', async () => {
    const program = await createProgram(admin, org);
    const url = `/api/programs/${program.programId}`;
    await launch(admin, program);
    await until(async () => (await read(admin, program)).launch?.endedAt !== null);
    const act = async (action: string) => {
      const { version } = await read(admin, program);
      return admin.put<Answer>(`${url}/state`, { version, action });
    };
    const learner = await api.as(org, org.learner);
    const accept = () => learner.put(`${url}/invitation`, { accept: true });
    expect((await act('pause')).body.status).toBe('paused');
    expect((await accept()).status).toBe(422);
    expect((await act('pause')).status).toBe(422);
    expect((await act('resume')).body.status).toBe('active');
    expect((await accept()).status).toBe(200);
    expect((await act('archive')).body.status).toBe('archived');
    expect((await learner.get(url)).status).toBe(404);
    expect((await act('restore')).body.status).toBe('paused');
    expect((await learner.get<Program>(url)).body.enrolment).toBe('choosing');
    expect((await learner.put(`${url}/state`, { version: 1, action: 'archive' })).status).toBe(404);
    const draft = await createProgram(admin, org);
    const change = (version: number, action: string) =>
      admin.put<Answer>(`/api/programs/${draft.programId}/state`, { version, action });
    const { body: archived } = await change(draft.version, 'archive');
    expect((await change(archived.version, 'restore')).body.status).toBe('draft');
  });

  it('is exported as one file and imported elsewhere, ready for launch', async () => {
    const program = await createProgram(admin, org, { due: { kind: 'days', days: 28 } });
    const { body: file } = await admin.get<ProgramFile>(`/api/programs/${program.programId}/file`);
    expect(JSON.stringify(file)).not.toContain(org.topicIds[0]);
    // A draft of a published topic is not exported.
    const topicUrl = `/api/topics/${org.topicIds[0]}`;
    const { body: topic } = await admin.get<AuthoredTopic>(topicUrl);
    await admin.patch(topicUrl, { version: topic.version, title: 'Not published yet' });
    expect((await admin.get<ProgramFile>(`/api/programs/${program.programId}/file`)).body).toEqual(file);
    const other = await api.organisation();
    const author = await api.as(other, other.admin);
    await api.pool.query('update users set may_author = true where id = $1', [other.admin.userId]);
    await api.pool.query('update topics set retired_at = now() where tenant_id = $1', [other.tenantId]);
    const { status, body: copy } = await author.post<Answer>('/api/programs/imports', file);
    expect([status, copy.name, copy.due, copy.problems]).toEqual([
      201,
      'Lead with questions',
      { kind: 'days', days: 28 },
      { audience: 'reaches no one' },
    ]);
    expect(copy.topics.map(({ title, state }) => [title, state])).toEqual([
      ['Second topic', 'published'],
      ['First topic', 'published'],
    ]);
    // Again, the topics of the library are used.
    const { body: second } = await author.post<Answer>('/api/programs/imports', file);
    expect(second.topicIds).toEqual(copy.topicIds);
    const manager = await api.as(org, org.manager);
    expect((await manager.get(`/api/programs/${program.programId}/file`)).status).toBe(404);
    expect((await manager.post('/api/programs/imports', file)).status).toBe(404);
  });

  it.each(['new-team-leads', 'clear-communication', 'difficult-conversations'])(
    'starts from the template %s, in which only the people are missing',
    async (template) => {
      const { status, body } = await admin.post<Answer>('/api/programs/from-template', { template });
      expect([status, body.problems]).toEqual([201, { audience: 'reaches no one' }]);
      const { body: list } = await admin.get<Templates>('/api/programs/templates');
      const { name, topics } = list.data.find(({ key }) => key === template)!;
      expect([body.name, body.topics.map(({ title, minutes }) => [title, minutes])]).toEqual([
        name,
        topics.map(({ title, minutes }) => [title, minutes]),
      ]);
      // The steps are not those of another topic with the same template keys.
      const { rows } = await api.pool.query<{ stepKey: string }>(
        `select step_key as "stepKey" from topic_steps where tenant_id = $1 and step_key like 'step%0000'`,
        [org.tenantId],
      );
      expect(rows).toEqual([]);
    },
  );

  it('says when its launch failed, and continues when it is launched again', async () => {
    const program = await createProgram(admin, org);
    await api.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
    );
    await api.pool.query(`create trigger refuse before insert on enrolments for each row
      when (new.program_id = '${program.programId}') execute function refuse()`);
    await launch(admin, program);
    // The retries of the job would wait for minutes.
    await until(async () => {
      const { rowCount } = await api.pool.query(
        `update pgboss.job set retry_count = retry_limit - 1, start_after = now()
         where name = $1 and state = 'retry' and data->'payload'->>'programId' = $2`,
        [launchJob.name, program.programId],
      );
      return rowCount === 1;
    });
    await until(async () => (await read(admin, program)).launch?.failedAt !== null);
    await api.pool.query('drop trigger refuse on enrolments');
    const failed = await read(admin, program);
    expect([failed.launch?.invited, failed.can.launch]).toEqual([0, true]);
    expect(
      (await notificationsFor(api, org, org.admin)).map(({ notificationType }) => notificationType),
    ).toContain('PROGRAM_LAUNCH_FAILED');
    expect((await launch(admin, failed)).status).toBe(200);
    await until(async () => (await read(admin, program)).launch?.endedAt !== null);
    expect((await read(admin, program)).launch).toMatchObject({ invited: 6, failedAt: null });
  });

  it('continues an interrupted launch from the same point', async () => {
    const program = await createProgram(admin, org);
    await launch(admin, program);
    await until(async () => (await read(admin, program)).launch?.endedAt !== null);
    // Simulates a server that stopped after some people.
    await api.pool.query('delete from enrolments where program_id = $1 and user_id = $2', [
      program.programId,
      org.newcomer.userId,
    ]);
    await api.pool.query('update programs set launch_ended_at = null where id = $1', [program.programId]);
    await withTenant(api.pool, org.tenantId, (tx) =>
      api.jobs.enqueue(tx, launchJob, { programId: program.programId }),
    );
    await until(async () => (await read(admin, program)).launch?.endedAt !== null);
    expect((await read(admin, program)).launch).toMatchObject({ total: 6, invited: 6 });
  });
});
