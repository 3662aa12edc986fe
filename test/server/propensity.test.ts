import type { Propensity, ReadinessDistribution, SharedReadiness } from '#contract/learning/propensity.ts';
import { sql } from '#server/db/drizzle.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { fullQuarters } from '#server/learning/propensity/distribution.ts';
import { marginOf } from '#server/learning/propensity/margin.ts';
import { suggestedAmong } from '#server/learning/propensity/suggestTopics.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());
jest.setTimeout(60_000);

const KEYS = ['W1', 'W2', 'W3', 'S1', 'S2', 'S3', 'R1', 'R2', 'R3', 'P1', 'P2', 'P3'] as const;
const allAnswered = (value: number) =>
  Object.fromEntries(KEYS.map((key) => [key, value])) as Record<(typeof KEYS)[number], number>;
const submission = (id: string, value = 4) => ({
  submissionId: id.padEnd(16, '0'),
  answers: allAnswered(value),
  stage: 'started',
});

it('keeps answers for another device until they are submitted', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  const draft = { at: 8, values: { W1: 4, W2: null }, stage: null, submissionId: 'draft-1-00000000' };
  expect((await learner.put('/api/propensity/draft', { draft })).status).toBe(200);
  expect((await learner.get<Propensity>('/api/propensity')).body.draft).toEqual(draft);
  expect((await learner.put('/api/propensity/draft', { draft: { ...draft, at: 99 } })).status).toBe(400);
  const { body } = await learner.put<Propensity>('/api/propensity', submission('first'));
  expect([body.draft, body.latest?.margin, body.alpha]).toEqual([null, 10, null]);
  expect(body.againFrom).not.toBeNull();
});

it('is shared with the coach by choice, without the answers, and with no one else', async () => {
  const org = await api.organisation();
  const [learner, coach, manager] = [
    await api.as(org, org.learner),
    await api.as(org, org.coach),
    await api.as(org, org.manager),
  ];
  const shared = async (caller = coach) =>
    (await caller.get<SharedReadiness>('/api/propensity/shared')).body.people;
  const { body: own } = await learner.put<Propensity>('/api/propensity', submission('second'));
  expect(own.coaches.map(({ userId }) => userId)).toEqual([org.coach.userId]);
  expect(await shared()).toEqual([]);
  await learner.put('/api/propensity/sharing', { isShared: true });
  const [one] = await shared();
  expect(one).toMatchObject({ person: { userId: org.learner.userId }, score: own.latest?.score });
  expect(one).not.toHaveProperty('answers');
  expect(await shared(manager)).toEqual([]);
  await learner.put('/api/propensity/sharing', { isShared: false });
  expect(await shared()).toEqual([]);
});

it('shows administrators only complete quarters with enough people in more than one band', async () => {
  const org = await api.organisation();
  const admin = await api.as(org, org.admin);
  await admin.patch('/api/admin/settings', { version: 0, minGroupSize: 3 });
  const days = fullQuarters(api.clock.now());
  const insert = (quarter: number, scores: readonly number[]) =>
    asOwner(api.pool, org.tenantId, async (tx) => {
      const people = [org.learner, org.manager, org.coach, org.colleague];
      for (const [index, score] of scores.entries())
        await tx.execute(sql`insert into propensity_results (id, tenant_id, user_id, score, facets, stage, answers, answered_at)
          values (${`${quarter}${index}`.padEnd(16, 'a')}, ${org.tenantId}, ${people[index]?.userId}, ${score}, '{}', 'started', '{}',
            ${days[quarter]}::timestamptz + interval '10 days')`);
    });
  await insert(0, [10, 60, 80]);
  await insert(1, [10, 60]);
  await insert(2, [60, 62, 70]);
  // The quarter that is not over yet.
  await insert(4, [10, 60, 80, 90]);
  const { body } = await admin.get<ReadinessDistribution>('/api/admin/readiness');
  expect(body.quarters.map(({ figures }) => figures)).toEqual([
    { people: 3, counts: [1, 0, 1, 1] },
    null,
    null,
    null,
  ]);
  expect((await (await api.as(org, org.manager)).get('/api/admin/readiness')).status).toBe(404);
});

it('computes the margin of error for 30 or more complete answers', () => {
  const answers = Array.from({ length: 30 }, (_, person) =>
    Object.fromEntries(
      KEYS.map((key, item) => [
        key,
        key.endsWith('3') ? 6 - (1 + ((person + (item % 2)) % 5)) : 1 + (person % 5),
      ]),
    ),
  ) as Parameters<typeof marginOf>[0][number][];
  expect(marginOf(answers.slice(1))).toEqual({ margin: 10, alpha: null, people: 29 });
  const { margin, alpha, people } = marginOf(answers);
  expect(people).toBe(30);
  expect(alpha).toBeGreaterThan(0.8);
  expect(margin).toBeGreaterThan(10);
  // 29 complete responses, and one with a skipped statement.
  expect(marginOf([...answers.slice(1), { ...answers[0]!, W1: null }]).people).toBe(29);
});

it('calls a suggested topic one of the best only if at most one open topic is better and one is worse', () => {
  const open = [17, 24, 29, 35, 46].map((minutes) => ({
    programId: 'p'.repeat(16),
    programName: 'Feedback',
    topicId: `topic-${minutes}`,
    title: `Topic of ${minutes} minutes`,
    behaviorName: '',
    description: '',
    minutes,
    practices: 0,
    challenges: 0,
    completions: 0,
  }));
  const scores = { trust: 10, plan: 20, room: 30, will: 90 };
  const suggested = (topics: typeof open) =>
    suggestedAmong(topics, scores).map(({ facet, minutes, isAmongBest }) => [facet, minutes, isAmongBest]);
  // The two shortest topics are suggested for the weaker areas.
  expect(suggested(open)).toEqual([
    ['trust', 17, true],
    ['plan', 24, true],
    ['room', 29, false],
  ]);
  expect(suggestedAmong(open, { ...scores, room: 0 })[0]).toMatchObject({
    facet: 'room',
    minutes: 17,
    isAmongBest: true,
  });
  expect(suggested(open.slice(4))).toEqual([['trust', 46, false]]);
});
