import { startApi, type TestApi } from '#test/support/api.ts';
import { fillTables } from './fillTables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

it('answers 404 to every call with an id of another organisation, in every role', async () => {
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
      const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? 'x');
      const { status, body } = await api.call(method, url, {
        headers: { authorization: person.token },
        ...(method === 'GET' ? {} : { body: bodies[path.split('/').at(-1) ?? ''] ?? objectiveEdit }),
      });
      expect([method, path, status]).toEqual([method, path, 404]);
      expect(JSON.stringify(body)).not.toContain('First topic');
    }
  }
});

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
/** A valid body for each call, by the last part of its path. */
const bodies: Record<string, unknown> = {
  '{userId}': { isAdmin: true },
  invitation: { accept: true },
  goals: { version: 1, topics: [] },
  version: { version: 2 },
  withdrawal: { reason: 'Because' },
  record: { done: true },
  answers: { answers: {} },
  attempts: { answers: {} },
  confirmation: { confirmed: true, note: null },
  waiver: { reason: 'Because' },
  proposal: { note: null },
  reopening: { reason: 'Because' },
  invitations: { userIds: [1], coachId: null, dueOn: null },
  notes: { text: 'x', value: null, isShared: false },
  state: { state: 'active', isAtRisk: false, version: 1 },
  response: { response: 'accepted' },
  versions: {
    basedOn: 1,
    notes: 'Taken over',
    steps: [
      {
        stepKey: null,
        title: 'x',
        kind: 'content',
        minutes: 5,
        required: true,
        body: 'x',
        goal: null,
        challenge: null,
        after: [],
      },
    ],
  },
};
