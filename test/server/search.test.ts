import type { Objective } from '#contract/learning/objectives.ts';
import type { SearchResults } from '#contract/search.ts';
import type { Survey } from '#contract/surveys/surveys.ts';
import { anObjective } from '#test/support/anObjective.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { Role } from '#test/support/testOrganisation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

async function setUp() {
  const org = await api.organisation();
  const search = async (who: Role, text: string) => {
    const person = await api.as(org, org[who]);
    return (await person.get<SearchResults>(`/api/search?q=${encodeURIComponent(text)}`)).body;
  };
  const rename = (who: Role, firstName: string, lastName: string) =>
    api.pool.query('update users set first_name = $1, last_name = $2 where id = $3', [
      firstName,
      lastName,
      org[who].userId,
    ]);
  return { org, search, rename };
}
const nothing: SearchResults = {
  people: [],
  programs: [],
  topics: [],
  objectives: [],
  surveys: [],
  sessions: [],
  content: [],
  departments: [],
};
const ids = ({ people }: SearchResults) => people.map(({ userId }) => userId);

describe('the search', () => {
  it('finds people by the start of their names and addresses, ignoring case and accents', async () => {
    const { org, search, rename } = await setUp();
    await rename('coach', 'Zoë', 'van der Berg');
    for (const text of ['zoe', 'VAN', 'zo berg', 'der  zo', 'coach@'])
      expect(ids(await search('learner', text))).toEqual([org.coach.userId]);
    expect(ids(await search('learner', 'oe'))).toEqual([]);
    expect(await search('learner', `Zoë' | \\ %`)).toEqual(nothing);
  });

  it('lists a person with several matching words once, and follows a change of the name', async () => {
    const { org, search, rename } = await setUp();
    await rename('coach', 'Anna Ann-Sofie', 'Annberg');
    await rename('admin', 'Karl', 'Ann');
    expect(ids(await search('colleague', 'ann'))).toEqual([org.admin.userId, org.coach.userId]);
    expect(ids(await search('learner', 'ann ann-s annb'))).toEqual([org.coach.userId]);
    await rename('coach', 'Berta', 'Olsen');
    expect(ids(await search('learner', 'ann'))).toEqual([org.admin.userId]);
    expect(ids(await search('learner', 'ols b'))).toEqual([org.coach.userId]);
  });

  it('lists direct reports first, and never the viewer, invited or deactivated people', async () => {
    const { org, search } = await setUp();
    await api.pool.query(`update users set status = 'invited' where id = $1`, [org.newcomer.userId]);
    await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.colleague.userId]);
    const found = await search('manager', 'person');
    expect(found.people.map(({ userId, isReport, isRelated }) => [userId, isReport, isRelated])).toEqual([
      [org.learner.userId, true, true],
      // The manager's own manager.
      [org.admin.userId, false, true],
      [org.coach.userId, false, false],
    ]);
    const foundByLearner = await search('learner', 'person');
    expect(foundByLearner.people.map(({ userId, isRelated }) => [userId, isRelated])).toEqual([
      [org.coach.userId, true],
      [org.manager.userId, true],
      [org.admin.userId, false],
    ]);
    const foundByCoach = (await search('coach', 'person')).people;
    expect(foundByCoach.find(({ userId }) => userId === org.learner.userId)).toMatchObject({
      isReport: false,
      isRelated: true,
    });
    expect(Object.keys(found.people[0] ?? {})).not.toContain('emailAddress');
  });

  it('finds objectives of the viewer only, running ones first', async () => {
    const { org, search } = await setUp();
    const person = await api.as(org, org.learner);
    const create = async (title: string) => {
      const { body } = await person.post<Objective>('/api/objectives', anObjective({ title }));
      return { objectiveId: body.objectiveId, title };
    };
    const ended = await create('Ask for feedback');
    await api.pool.query(`update objectives set state = 'achieved', ended_at = now() where id = $1`, [
      ended.objectiveId,
    ]);
    const running = await create('Give feedback each week');
    expect(await search('learner', 'feedb')).toEqual({ ...nothing, objectives: [running, ended] });
    expect(await search('manager', 'feedb')).toEqual(nothing);
  });

  it('finds programs that the viewer takes part in, may invite people to or can join, and topics of the viewer’s programs', async () => {
    const { org, search } = await setUp();
    const program = { programId: org.programId, programName: 'A program' };
    const first = { topicId: org.topicIds[0], title: 'First topic', ...program };
    const own = { ...program, canOpen: true, canInvite: false, canJoin: false };
    expect(await search('learner', 'prog')).toMatchObject({ programs: [own], topics: [] });
    expect(await search('learner', 'to fi')).toMatchObject({
      programs: [],
      topics: [{ ...first, isSelected: true }],
    });
    await api.pool.query(`update goals set removed_at = now() where topic_id = $1`, [first.topicId]);
    expect((await search('learner', 'to fi')).topics).toEqual([{ ...first, isSelected: false }]);
    for (const who of ['manager', 'admin'] as const)
      expect(await search(who, 'prog')).toMatchObject({
        programs: [{ ...program, canOpen: false, canInvite: true, canJoin: false }],
      });
    expect(await search('manager', 'first')).toMatchObject({ topics: [] });
    expect(await search('colleague', 'prog')).toMatchObject({ programs: [] });
    await api.pool.query(`update programs set joining = 'open' where id = $1`, [org.programId]);
    expect(await search('colleague', 'prog')).toMatchObject({
      programs: [{ ...program, canOpen: false, canInvite: false, canJoin: true }],
    });
    expect(await search('learner', 'prog')).toMatchObject({ programs: [own] });

    await api.pool.query(`update programs set status = 'archived' where id = $1`, [org.programId]);
    for (const who of ['learner', 'manager', 'admin'] as const) {
      expect(await search(who, 'prog')).toMatchObject({ programs: [] });
      expect(await search(who, 'first')).toMatchObject({ topics: [] });
    }
  });

  it('finds surveys to answer or manage, library topics for authors and departments for administrators', async () => {
    const { org, search } = await setUp();
    const admin = await api.as(org, org.admin);
    const { body: draft } = await admin.post<Survey>('/api/surveys', { surveyName: 'Quiet pulse' });
    expect(await search('admin', 'pulse')).toEqual({
      ...nothing,
      surveys: [{ surveyId: draft.surveyId, surveyName: 'Quiet pulse', canAnswer: false, canEdit: true }],
    });
    for (const who of ['learner', 'manager'] as const) expect(await search(who, 'pulse')).toEqual(nothing);
    await api.pool.query(`update surveys set state = 'open', opened_at = now() where id = $1`, [
      draft.surveyId,
    ]);
    await api.pool.query(
      'insert into survey_participations (tenant_id, survey_id, user_id) values ($1, $2, $3)',
      [org.tenantId, draft.surveyId, org.learner.userId],
    );
    expect((await search('learner', 'pulse')).surveys).toMatchObject([{ canAnswer: true, canEdit: false }]);
    await api.pool.query('update survey_participations set answered_on = now() where survey_id = $1', [
      draft.surveyId,
    ]);
    expect(await search('learner', 'pulse')).toEqual(nothing);

    expect((await search('admin', 'first')).content).toEqual([
      { topicId: org.topicIds[0], title: 'First topic' },
    ]);
    expect((await search('learner', 'first')).content).toEqual([]);
    await api.pool.query(`insert into departments (tenant_id, name) values ($1, 'Zoology')`, [org.tenantId]);
    expect((await search('admin', 'zoo')).departments).toMatchObject([{ name: 'Zoology' }]);
    expect((await search('manager', 'zoo')).departments).toEqual([]);
  });

  it('finds only the viewer’s coaching sessions, by the other person or the program', async () => {
    const { org, search, rename } = await setUp();
    await rename('coach', 'Quentin', 'Quill');
    await rename('learner', 'Xenia', 'Ortiz');
    await api.pool.query(
      `insert into coaching_sessions (id, tenant_id, enrolment_id, learner_id, peer_id, kind, minutes, state, starts_at, confirmed_at,
        created_at, created_by)
      select 'sessionsessionse', e.tenant_id, e.id, e.user_id, $1, 'remote', 30, 'scheduled', '2026-11-26T15:00:00Z', now(),
        now(), e.user_id from enrolments as e where e.user_id = $2 limit 1`,
      [org.coach.userId, org.learner.userId],
    );
    const found = (await search('learner', 'quill')).sessions;
    expect(found).toMatchObject([
      { startsAt: '2026-11-26T15:00:00Z', programName: 'A program', other: { userId: org.coach.userId } },
    ]);
    expect((await search('coach', 'xenia')).sessions).toMatchObject([
      { other: { userId: org.learner.userId } },
    ]);
    expect((await search('learner', 'program')).sessions).toHaveLength(1);
    for (const who of ['manager', 'admin'] as const)
      expect((await search(who, 'quill')).sessions).toEqual([]);
    // A proposal of which no time was chosen has nothing to find.
    await api.pool.query(
      `update coaching_sessions set state = 'expired', starts_at = null, confirmed_at = null, ended_at = now()
       where id = 'sessionsessionse'`,
    );
    expect((await search('learner', 'quill')).sessions).toEqual([]);
  });

  it('finds nothing in another organisation', async () => {
    const [{ search }, theirs] = [await setUp(), await setUp()];
    await theirs.rename('learner', 'Xaverine', 'Elsewhere');
    await api.pool.query(`update programs set name = 'Xylophones' where id = $1`, [theirs.org.programId]);
    for (const text of ['xaverine', 'xylophones']) expect(await search('admin', text)).toEqual(nothing);
  });

  it('requires 2 to 80 characters', async () => {
    const { org } = await setUp();
    const learner = await api.as(org, org.learner);
    for (const text of ['', 'a', ' a ', 'a'.repeat(81)]) {
      const { status, body } = await learner.get(`/api/search?q=${encodeURIComponent(text)}`);
      expect([text, status, Object.keys(body.fields as object)]).toEqual([text, 400, ['q']]);
    }
  });
});
