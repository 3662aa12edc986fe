import type { CoachingSession } from '#contract/learning/coaching.ts';
import type { Visibility } from '#contract/team.ts';
import { answersWith, checkInOf } from '#test/server/checkIns/checkInsApi.ts';
import { rating, surveysOf, withQuestions } from '#test/server/surveys/surveysApi.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { Role, TestOrganisation } from '#test/support/testOrganisation.ts';

const HOUR = 60 * 60_000;
const KEY = 'K'.repeat(87);
const OTHER_KEY = 'L'.repeat(87);
const SECRET = 's'.repeat(120);
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const thingsFor = async (org: TestOrganisation, viewer: Role) => {
  const caller = await api.as(org, org[viewer]);
  const { body } = await caller.get<Visibility>(`/api/team/${org.learner.userId}/visibility`);
  return new Map(body.things.map(({ thing, isVisible, count }) => [thing, isVisible && (count ?? true)]));
};

it('counts check-ins of which the viewer may read an answer', async () => {
  const org = await api.organisation();
  const learner = await checkInOf(api, org, org.learner);
  await learner.send({
    mood: { value: 4, readers: 'manager' },
    workload: { value: null, readers: 'coach' },
    win: { text: 'A private win', readers: 'only-me' },
  });
  expect((await thingsFor(org, 'manager')).get('Check-ins')).toBe(1);
  expect((await thingsFor(org, 'coach')).get('Check-ins')).toBe(0);
  const answers = answersWith({ blocker: { text: 'No time', readers: 'coach' } });
  const change = { action: 'send' as const, version: await learner.version(), answers, skipReason: null };
  expect((await learner.put(change)).status).toBe(200);
  expect((await thingsFor(org, 'manager')).get('Check-ins')).toBe(0);
  expect((await thingsFor(org, 'coach')).get('Check-ins')).toBe(1);
});

it('shows the dates of a session to the manager, and its shared notes only to the coach in it', async () => {
  const org = await api.organisation();
  const [learner, coach] = [await api.as(org, org.learner), await api.as(org, org.coach)];
  const startsAt = new Date(Math.floor((api.clock.now().getTime() + HOUR) / 60_000) * 60_000).toISOString();
  const { body: session } = await learner.post<CoachingSession>(
    `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`,
    { with: org.coach.userId, kind: 'remote', minutes: 45, times: [startsAt] },
  );
  const url = `/api/coaching/${session.sessionId}`;
  await coach.put(`${url}/confirmation`, { startsAt });
  const keyed = { wrappedKey: SECRET, replaces: null };
  await learner.put('/api/coaching/key', { ...keyed, publicKey: KEY });
  await coach.put('/api/coaching/key', { ...keyed, publicKey: OTHER_KEY });
  for (const person of [learner, coach]) await person.put(`${url}/agreement`);
  const saved = await learner.put(`${url}/documents/shared`, {
    version: 0,
    snapshot: SECRET,
    mine: { publicKey: KEY, envelope: SECRET },
    other: { publicKey: OTHER_KEY, envelope: SECRET },
  });
  expect(saved.status).toBe(200);
  const [notes, hidden] = [
    'Shared notes, agenda and actions of coaching sessions',
    'Private notes and agenda items of coaching sessions',
  ];
  const forManager = await thingsFor(org, 'manager');
  expect([forManager.get('Coaching sessions'), forManager.get(notes)]).toEqual([1, 0]);
  const forCoach = await thingsFor(org, 'coach');
  expect([forCoach.get('Coaching sessions'), forCoach.get(notes), forCoach.get(hidden)]).toEqual([
    1,
    1,
    false,
  ]);
});

it('counts answers in surveys with names for the owner of the survey after the release', async () => {
  const org = await api.organisation();
  const surveys = surveysOf(api, org, await api.as(org, org.manager));
  const survey = await surveys.open({ mode: 'named', questions: withQuestions(rating) });
  expect((await surveys.answer(survey, 'learner', { q1: 4 })).status).toBe(200);
  const answers = async (viewer: Role) => (await thingsFor(org, viewer)).get('Survey answers with names');
  expect(await answers('manager')).toBe(0);
  await surveys.release(survey);
  expect(await answers('manager')).toBe(1);
  expect(await answers('coach')).toBe(false);
});

it('says what a manager and a coach may see of a person who has nothing yet', async () => {
  const org = await api.organisation();
  const allowed = [
    'Completed topics',
    'Reasons for leaving a program',
    'Coaching sessions',
    'Shared notes, agenda and actions of coaching sessions',
    'Check-ins',
    'Shared objectives',
    'Progress notes on shared objectives',
  ];
  for (const viewer of ['manager', 'coach'] as const) {
    const things = await thingsFor(org, viewer);
    expect(allowed.map((thing) => [thing, things.get(thing)])).toEqual(allowed.map((thing) => [thing, 0]));
    expect(things.get('Programs, selected topics and progress')).toBe(1);
    expect(things.get('Survey answers with names')).toBe(false);
    expect(things.get('Readiness result')).toBe(false);
    expect(things.get('360 feedback reports')).toBe(viewer === 'coach' ? 0 : false);
  }
});

it('shows a shared readiness result to coaches only', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  await learner.put('/api/propensity/sharing', { isShared: true });
  expect((await thingsFor(org, 'coach')).get('Readiness result')).toBe(1);
  expect((await thingsFor(org, 'manager')).get('Readiness result')).toBe(false);
  await learner.put('/api/propensity/sharing', { isShared: false });
  expect((await thingsFor(org, 'coach')).get('Readiness result')).toBe(false);
});
