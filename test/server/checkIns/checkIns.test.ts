import type { CheckIn } from '#contract/learning/checkIns.ts';
import type { Objective } from '#contract/learning/objectives.ts';
import { eq } from '#server/db/drizzle.ts';
import { checkIns } from '#server/db/schema/checkIns.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { plusDays } from '#server/learning/checkIns/periods.ts';
import { anObjective } from '#test/support/anObjective.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { describeOnPostgres, openOnPostgres } from '#test/support/testPostgres.ts';
import { answersWith, checkInOf } from './checkInsApi.ts';

const DAY = 24 * 60 * 60_000;
const empty = { answers: answersWith(), skipReason: null };
let api: TestApi;

describe('a check-in', () => {
  beforeAll(async () => {
    api = await startApi();
  }, 60_000);
  afterAll(() => api.close());

  it('is a draft while its author types, is sent once, and can be changed until the next one opens', async () => {
    const org = await api.organisation();
    const me = await checkInOf(api, org, org.learner);
    const first = (await me.overview()).current;
    expect(first).toMatchObject({
      checkInId: null,
      version: 0,
      answers: null,
      draft: null,
      can: { edit: true },
    });

    const typed = answersWith({ win: { text: 'Half a sen', readers: 'manager' } });
    expect(
      (await me.put({ action: 'save', version: 0, answers: typed, skipReason: null })).body,
    ).toMatchObject({
      state: first.state,
      version: 1,
      draft: typed,
      answers: null,
    });
    const sent = await me.send({ win: { text: ' A whole sentence ', readers: 'manager' } });
    expect(sent.body).toMatchObject({
      state: 'submitted',
      version: 2,
      draft: null,
      answers: { win: { text: 'A whole sentence' } },
    });
    expect((await me.overview()).lastReaders).toMatchObject({ win: 'manager', mood: 'only-me' });
    expect((await me.send({ mood: { value: 4, readers: 'only-me' } })).body).toMatchObject({ version: 3 });

    api.clock.pass(7 * DAY);
    const later = await checkInOf(api, org, org.learner);
    expect(await later.overview()).toMatchObject({
      current: { checkInId: null },
      previous: { week: me.week, state: 'submitted', can: { edit: false } },
    });
    expect(await later.put({ ...empty, action: 'send', version: 3 }, me.week)).toMatchObject({
      status: 422,
      body: { fields: { week: 'is closed' } },
    });
    expect((await later.get<CheckIn>(`/api/check-ins/${me.week}`)).body.answers?.mood.value).toBe(4);
  });

  it('does not show a person the periods that had begun when they joined', async () => {
    const org = await api.organisation();
    const weeksOf = async (joined: Date) => {
      await api.pool.query(`update users set joined_at = $2 where id = $1`, [org.learner.userId, joined]);
      const me = await checkInOf(api, org, org.learner);
      const { trend, previous } = await me.overview();
      return { weeks: trend.length, previous: previous?.state ?? null };
    };
    const now = api.clock.now().getTime();
    expect(await weeksOf(new Date(now))).toEqual({ weeks: 1, previous: null });
    expect(await weeksOf(new Date(now - 7 * DAY))).toEqual({ weeks: 1, previous: null });
    expect(await weeksOf(new Date(now - 14 * DAY))).toEqual({ weeks: 2, previous: 'missed' });
    expect(await weeksOf(new Date(now - 300 * DAY))).toEqual({ weeks: 12, previous: 'missed' });
  });

  it('can be skipped with a reason and sent afterwards, but cannot be empty, early or on another day', async () => {
    const org = await api.organisation();
    const me = await checkInOf(api, org, org.learner);
    expect(
      (await me.put({ action: 'skip', version: 0, answers: answersWith(), skipReason: 'holiday' })).body,
    ).toMatchObject({
      state: 'skipped',
      skipReason: 'holiday',
    });
    expect(await me.send({ blocker: { text: '   ', readers: 'manager' } })).toMatchObject({
      status: 422,
      body: { fields: { answers: 'are missing' } },
    });
    expect((await me.send({ workload: { value: 5, readers: 'manager' } })).body).toMatchObject({
      state: 'submitted',
      skipReason: null,
    });
    expect(
      (await me.put({ action: 'skip', version: 2, answers: answersWith(), skipReason: 'ill' })).status,
    ).toBe(422);
    const answers = answersWith({ mood: { value: 3, readers: 'only-me' } });
    const at = async (week: string) =>
      (await me.put({ action: 'send', version: 0, answers, skipReason: null }, week)).status;
    expect([
      await at(plusDays(me.week, 7)),
      await at(plusDays(me.week, -7)),
      await at(plusDays(me.week, 1)),
      await at('2026-02-31'),
      await at('week'),
    ]).toEqual([422, 422, 404, 404, 404]);
  });

  it('copies a note about an objective to the objective, and shares the note with no more people than the answer', async () => {
    const org = await api.organisation();
    const me = await checkInOf(api, org, org.learner);
    const { body: objective } = await me.post<Objective>('/api/objectives', anObjective({ why: null }));
    const { objectiveId } = objective;
    const note = (value: number, readers: 'manager' | 'manager-and-coach') =>
      me.send({ objectives: { notes: [{ objectiveId, text: `${value} talks`, value }], readers } });
    expect((await note(2, 'manager')).status).toBe(200);
    expect((await note(2, 'manager-and-coach')).status).toBe(200);
    expect((await note(3, 'manager-and-coach')).status).toBe(200);
    const { body } = await me.get<Objective>(`/api/objectives/${objectiveId}`);
    expect(body.standing).toEqual({ now: 3, percent: 37 });
    expect((await me.overview()).current.objectives).toMatchObject([{ objectiveId, measure: { now: 3 } }]);
    // A correction replaces the note, and its readers.
    expect(body.notes).toMatchObject([{ text: '3 talks', isShared: true, fromCheckIn: true }]);
    expect((await note(3, 'manager')).status).toBe(200);
    const narrower = await me.get<Objective>(`/api/objectives/${objectiveId}`);
    expect(narrower.body.notes).toMatchObject([{ text: '3 talks', isShared: false }]);
    const strange = {
      notes: [{ objectiveId: 'a'.repeat(16), text: 'x', value: null }],
      readers: 'manager' as const,
    };
    expect((await me.send({ mood: { value: 3, readers: 'only-me' } })).status).toBe(200);
    expect((await me.get<Objective>(`/api/objectives/${objectiveId}`)).body.notes).toEqual([]);
    expect((await me.send({ objectives: strange })).body).toMatchObject({
      fields: { 'answers.objectives.notes.0': expect.any(String) },
    });
  });

  it('corrects the note on an objective that has ended, and adds none', async () => {
    const org = await api.organisation();
    const [owner, me] = [await api.as(org, org.learner), await checkInOf(api, org, org.learner)];
    const start = async (title: string) =>
      (await me.post<Objective>('/api/objectives', anObjective({ title, why: null }))).body;
    const [noted, other] = [await start('Talks'), await start('Reviews')];
    const noteOn = (ids: string[], readers: 'manager' | 'manager-and-coach') =>
      me.send({
        objectives: {
          notes: ids.map((objectiveId) => ({ objectiveId, text: 'Two more', value: 2 })),
          readers,
        },
      });
    await noteOn([noted.objectiveId], 'manager-and-coach');
    for (const { objectiveId } of [noted, other]) {
      const { version } = (await me.get<Objective>(`/api/objectives/${objectiveId}`)).body;
      const ended = await owner.put(`/api/objectives/${objectiveId}/state`, {
        state: 'dropped',
        isAtRisk: false,
        version,
      });
      expect(ended.status).toBe(200);
    }
    expect((await noteOn([noted.objectiveId, other.objectiveId], 'manager')).status).toBe(200);
    const notesOf = async ({ objectiveId }: Objective) =>
      (await me.get<Objective>(`/api/objectives/${objectiveId}`)).body.notes;
    expect(await notesOf(noted)).toMatchObject([{ text: 'Two more', isShared: false }]);
    expect(await notesOf(other)).toEqual([]);
  });

  it('is visible only to its author', async () => {
    const org = await api.organisation();
    const me = await checkInOf(api, org, org.learner);
    await me.send({ win: { text: 'A private sentence', readers: 'only-me' } });
    for (const role of ['manager', 'coach', 'admin', 'colleague'] as const) {
      const other = await api.as(org, org[role]);
      for (const url of ['/api/check-ins', `/api/check-ins/${me.week}`, '/api/home', '/api/team'])
        expect(JSON.stringify((await other.get(url)).body)).not.toContain('A private sentence');
    }
    expect(api.lines.join('')).not.toContain('A private sentence');
  });

  it('exists exactly once per week if two tabs and a double click send it at the same time', () =>
    sendAtOnce(api));
});

describeOnPostgres('a check-in on PostgreSQL', () => {
  it('exists exactly once per week if two tabs and a double click send it at the same time', async () => {
    const own = await startApi({ openDatabase: openOnPostgres });
    try {
      await sendAtOnce(own);
    } finally {
      await own.close();
    }
  }, 60_000);
});

/** Two tabs and a double click at the same time. */
async function sendAtOnce(on: TestApi) {
  const org = await on.organisation();
  const me = await checkInOf(on, org, org.learner);
  const from = (text: string) => ({
    action: 'send' as const,
    version: 0,
    answers: answersWith({ win: { text, readers: 'manager' } }),
    skipReason: null,
  });
  const answers = await Promise.all(
    [...Array.from({ length: 5 }, () => 'First tab'), ...Array.from({ length: 5 }, () => 'Second tab')].map(
      async (text) => ({ text, ...(await me.put(from(text))) }),
    ),
  );
  const { current } = await me.overview();
  const won = current.answers?.win.text;
  expect(current).toMatchObject({ state: 'submitted', version: 1 });
  const sent = { version: 1, answers: current.answers };
  // The first tab gets the same response for each click. The other tab gets the version that was sent, not its own
  // version.
  for (const { text, status, body } of answers)
    expect([status, body]).toEqual([
      text === won ? 200 : 409,
      expect.objectContaining(text === won ? sent : { theirs: expect.objectContaining(sent) }),
    ]);
  const stored = await asOwner(on.pool, org.tenantId, (tx) =>
    tx.select().from(checkIns).where(eq(checkIns.userId, org.learner.userId)),
  );
  expect(stored).toHaveLength(1);
}
