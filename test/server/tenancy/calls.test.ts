import { startApi, type TestApi } from '#test/support/api.ts';
import { fillTables } from './fillTables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

// One test makes every call with ids in every role.
jest.setTimeout(180_000);

it('responds with 404 to every call with an id from another organisation, in every role', async () => {
  const [ours, theirs] = [await api.organisation(), await api.organisation({ stepsDone: 99, leftReady: 1 })];
  const ids = await fillTables(api, theirs);
  const { body: document } = await api.call<{ paths: Record<string, Record<string, unknown>> }>(
    'GET',
    '/api/openapi.json',
  );
  const names: Record<string, string> = {
    programId: theirs.programId,
    topicId: theirs.topicIds[0] ?? '',
    stepKey: theirs.stepKeys[0]?.[0] ?? '',
    userId: String(theirs.learner.userId),
    kind: 'shared',
    ...ids,
  };
  const calls = Object.entries(document.paths)
    .filter(([path]) => path.includes('{') && !path.includes('/avatars/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() as 'GET' })),
    );
  expect(calls.length).toBeGreaterThan(25);
  for (const role of ['admin', 'manager', 'coach', 'learner'] as const) {
    const person = await api.as(ours, ours[role]);
    for (const { path, method } of calls) {
      const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? 'x');
      const url = path.endsWith('/times')
        ? `${filled}?with=1&minutes=45`
        : path.startsWith('/api/insights') && path.includes('/people')
          ? `${filled}?measure=stalled`
          : path.endsWith('/content')
            ? `${filled}?offset=0`
            : filled;
      const { status, body } = await api.call(method, url, {
        headers: {
          authorization: person.token,
          ...(path.endsWith('/content') && { 'content-type': 'application/octet-stream' }),
        },
        ...(method === 'GET'
          ? {}
          : path.endsWith('/content')
            ? { body: Buffer.from('part of 10') }
            : { body: bodies[path] ?? bodies[path.split('/').at(-1) ?? ''] ?? objectiveEdit }),
      });
      expect([method, path, status]).toEqual([method, path, 404]);
      expect(JSON.stringify(body)).not.toContain('First topic');
    }
  }
});

const TIME = '2027-01-01T10:00:00.000Z';
const noTexts = { why: null, ifThenPlan: null };
const objectiveEdit = {
  title: 'Taken over',
  ...noTexts,
  measure: { kind: 'text', text: 'x' },
  dueOn: null,
  topicId: null,
  visibility: 'manager',
  version: 1,
  reason: 'Because',
};
/** A valid body for each call, by its path or the last part of it. */
const bodies: Record<string, unknown> = {
  launches: { isNewAttempt: false },
  '/api/programs/{programId}/steps/{stepKey}/package/results': {
    launchId: 'aaaaaaaaaaaaaaaa',
    completion: 'completed',
    success: 'passed',
    score: null,
    location: '',
    suspendData: '',
    seconds: 1,
  },
  video: { watched: [[0, 1]], position: 1 },
  '/api/topics/{topicId}/review': { version: 1, isAsked: true },
  '/api/topics/{topicId}/review/comments': { version: 1, comment: 'Taken over' },
  problems: { launchId: 'aaaaaaaaaaaaaaaa', length: 70_000 },
  '/api/coaching/{sessionId}/readers/{userId}': { publicKey: 'K'.repeat(87), envelope: 's'.repeat(80) },
  '{userId}': { isAdmin: true },
  '{endpointId}': { isOn: false },
  '{surveyId}': { version: 1, surveyName: 'Taken over' },
  '/api/surveys/{surveyId}/state': { state: 'open', version: 1 },
  '/api/surveys/{surveyId}/participation': { isAnswered: true },
  '/api/surveys/{surveyId}/raters': { version: 1, raters: [], isDone: false },
  '/api/surveys/{surveyId}/actions': { text: 'Taken over', ownerId: 1, dueOn: '2026-12-24' },
  '{actionId}': { text: 'Taken over' },
  '/api/propensity/draft': { draft: null },
  '/api/propensity/sharing': { isShared: true },
  '/api/surveys/{surveyId}/tickets': { blinded: 'A'.repeat(342) },
  draft: { answers: {}, at: null },
  responses: { answers: {} },
  check: { mapping: ['emailAddress', 'firstName', 'lastName'], createsDepartments: true },
  apply: { sendsInvitations: true },
  '{departmentId}': { name: 'Taken over' },
  merge: { intoId: 1 },
  invitation: { accept: true },
  proposals: { declined: true },
  goals: { version: 1, topics: [] },
  '/api/topics/{topicId}/draft': { version: 1, n: 1 },
  version: { version: 2 },
  withdrawal: { reason: 'Because' },
  record: { done: true },
  answers: { answers: {} },
  attempts: { answers: {} },
  '/api/programs/{programId}/preview/answers': { stepKey: 'a'.repeat(16), answers: {} },
  '/api/programs/{programId}/preview/attempts': { stepKey: 'a'.repeat(16), answers: {} },
  confirmation: { confirmed: true, note: null, startsAt: TIME },
  waiver: { reason: 'Because' },
  reopening: { reason: 'Because' },
  invitations: { userIds: [1], coachId: null, dueOn: null },
  notes: { text: 'x', value: null, isShared: false },
  comments: { text: 'x' },
  'follow-ups': { kind: 'action', text: 'x', dueOn: null },
  '{followUpId}': { isDone: true },
  review: { isReviewed: true, version: 1 },
  state: { state: 'active', isAtRisk: false, version: 1 },
  response: { response: 'accepted' },
  coaching: { with: 1, kind: 'remote', minutes: 45, times: [TIME] },
  proposal: { note: null, times: [TIME] },
  cancellation: { reason: 'Because' },
  '{kind}': { version: 0, snapshot: 's'.repeat(40) },
  feedback: { listened: 5, chosen: 5, nextStep: 5 },
  outcome: { outcome: 'held' },
  place: { place: null },
  sources: { name: 'Taken over', address: 'hello' },
  days: { firstDay: '2026-12-24', lastDay: '2026-12-24', hours: null },
  versions: {
    version: 1,
    notes: 'Taken over',
  },
  '{topicId}': { version: 1, title: 'Taken over' },
  retirement: { version: 1, isRetired: true },
  '{programId}': { version: 1, name: 'Taken over' },
  launch: { version: 1 },
  consequences: { version: 1, name: 'Taken over' },
  '/api/programs/{programId}/review': { version: 1, action: 'ask', note: null },
  'join-request': { note: 'Taken over' },
  '/api/programs/{programId}/join-requests/{userId}': { accept: true, note: null },
  '/api/programs/{programId}/state': { version: 1, action: 'archive' },
  reminders: { userIds: [1] },
};
