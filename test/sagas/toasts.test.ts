import { blankProgram } from '#src/programs/setup/useProgramDocument.ts';
import { followUpsApi } from '#store/checkIns/followUpsApi.ts';
import { coachingApi } from '#store/coaching/coachingApi.ts';
import { contentApi } from '#store/content/contentApi.ts';
import { joiningApi } from '#store/programs/joiningApi.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { setupApi } from '#store/programs/setupApi.ts';
import { selectToast, toastShown, toastUndone } from '#store/toasts/toastsSlice.ts';
import { aSession, SESSION_ID } from '#test/fixtures/coaching.ts';
import { aCompletion, aProgram, aStep, aTopic, PROGRAM_ID, TOPIC_ID } from '#test/fixtures/programs.ts';
import { anAuthoredTopic } from '#test/src/content/topics.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json, problem } from '#test/support/fakeApi.ts';

const start = clientsUnderFakeTimers();
const completion = `PUT /api/programs/${PROGRAM_ID}/topics/${TOPIC_ID}/completion`;
const coach = { userId: 9, firstName: 'Jonas', lastName: 'Weber', initials: 'JW', userAvatar: null };
const completed = aCompletion(false);
const answer = {
  ...completed,
  program: aProgram({
    coach,
    manager: { ...coach, userId: 10, firstName: 'Ingrid' },
    topics: [
      aTopic({ title: 'Listening', state: 'completed' }),
      aTopic({ topicId: 'cccccccccccccccc', steps: [aStep({ title: 'Try it' })] }),
    ],
  }),
};

async function complete(answers: Parameters<typeof start>[0]) {
  const client = start(answers);
  await pass(100);
  void client.store.dispatch(
    programsApi.endpoints.completeTopic.initiate({ programId: PROGRAM_ID, topicId: TOPIC_ID }),
  );
  await pass(200);
  await import('#store/toasts/answers.ts');
  await pass(100);
  return client;
}
const textIn = (client: ReturnType<typeof start>) => selectToast(client.state())?.text ?? null;

it('shows for several seconds who was notified of a completed topic', async () => {
  const client = await complete({ answers: { [completion]: () => json(answer) } });
  expect(textIn(client)).toBe('“Listening” is completed. Jonas and Ingrid were notified. Next: “Try it”.');
  await pass(8_100);
  expect(textIn(client)).toBeNull();
});

it('removes the toast when the user opens another page, but not when the action itself did', async () => {
  const client = await complete({ answers: { [completion]: () => json(answer) } });
  client.visit('/profile');
  expect(textIn(client)).toContain('is completed');
  await pass(1_000);
  client.visit('/profile?tab=1#settings');
  expect(textIn(client)).toContain('is completed');
  client.visit('/team');
  expect(textIn(client)).toBeNull();
});

it.each([
  ['all steps of the topic', TOPIC_ID, 'You can now complete “Listening”.'],
  ['a step of another topic', 'cccccccccccccccc', '“Listening” is ready to complete.'],
])('says after %s which topic is ready', async (_what, topicId, next) => {
  const isReady = { complete: true };
  const listening = aTopic({ title: 'Listening', state: 'ready' });
  const after = aProgram({
    topics: [
      {
        ...listening,
        can: { ...listening.can, ...isReady },
        steps: [aStep({ stepKey: 'first', title: 'Read' })],
      },
      aTopic({ topicId: 'cccccccccccccccc', steps: [aStep({ stepKey: 'other', title: 'Read' })] }),
    ],
  });
  const stepKey = topicId === TOPIC_ID ? 'first' : 'other';
  const client = start({
    answers: { [`PUT /api/programs/${PROGRAM_ID}/steps/${stepKey}/record`]: () => json(after) },
  });
  await pass(100);
  const record = { done: true };
  void client.store.dispatch(
    programsApi.endpoints.recordStep.initiate({ programId: PROGRAM_ID, stepKey, record }),
  );
  await pass(200);
  await import('#store/toasts/answers.ts');
  await pass(100);
  expect(textIn(client)).toBe(`“Read” is done. ${next}`);
});

it('shows no toast for a refusal that the screen itself shows', async () => {
  const client = await complete({ answers: { [completion]: () => problem(422, 'not-possible') } });
  expect(textIn(client)).toBeNull();
});

it('stays longer with a result that can be undone, and disappears after the undo', async () => {
  const client = start();
  await pass(100);
  client.store.dispatch(toastShown({ id: 'a', text: 'Snoozed until tomorrow.', canUndo: true }));
  await pass(15_000);
  expect(textIn(client)).toBe('Snoozed until tomorrow.');
  client.store.dispatch(toastUndone({ id: 'a' }));
  expect(textIn(client)).toBeNull();
});

it('names the person whose request to join was answered', async () => {
  const url = `/api/programs/${PROGRAM_ID}/join-requests/9`;
  const client = start({ answers: { [`PUT ${url}`]: () => json({ person: coach, accepted: true }) } });
  await pass(100);
  void client.store.dispatch(
    joiningApi.endpoints.answerJoinRequest.initiate({
      programId: PROGRAM_ID,
      userId: 9,
      answer: { accept: true, note: null },
    }),
  );
  await pass(200);
  await import('#store/toasts/answers.ts');
  await pass(100);
  expect(textIn(client)).toBe('The request is accepted. Jonas was notified.');
});

it('says that a coaching session is confirmed, and who was notified', async () => {
  const client = start({
    answers: { [`PUT /api/coaching/${SESSION_ID}/confirmation`]: () => json(aSession()) },
  });
  await pass(100);
  void client.store.dispatch(
    coachingApi.endpoints.confirmCoachingTime.initiate({
      sessionId: SESSION_ID,
      startsAt: '2027-03-12T14:00:00.000Z',
    }),
  );
  await pass(200);
  await import('#store/toasts/answers.ts');
  await pass(100);
  expect(textIn(client)).toBe('The session is confirmed. Tomás was notified.');
});

it('says that proposed times are sent, and who was notified', async () => {
  const client = start({ answers: { [`PUT /api/coaching/${SESSION_ID}/proposal`]: () => json(aSession()) } });
  await pass(100);
  const propose = async (times: string[]) => {
    void client.store.dispatch(
      coachingApi.endpoints.proposeCoachingTimes.initiate({ sessionId: SESSION_ID, times }),
    );
    await pass(200);
    await import('#store/toasts/answers.ts');
    await pass(100);
    return textIn(client);
  };
  const times = ['2027-03-12T14:00:00.000Z', '2027-03-13T14:00:00.000Z'];
  expect(await propose(times)).toBe('The times are sent. Tomás was notified.');
  expect(await propose(times.slice(1))).toBe('The time is sent. Tomás was notified.');
});

it.each([
  ['agenda', 'The agenda item is added to your follow-ups.'],
  ['action', 'The action is added to your follow-ups.'],
] as const)('says where a follow-up of kind %s is listed', async (kind, text) => {
  const checkInId = 'a'.repeat(16);
  const client = start({
    answers: { [`POST /api/team/check-ins/${checkInId}/follow-ups`]: () => json({ followUps: [] }) },
  });
  await pass(100);
  void client.store.dispatch(
    followUpsApi.endpoints.addFollowUp.initiate({
      checkInId,
      followUp: { kind, text: 'The blocked contract', dueOn: null },
    }),
  );
  await pass(200);
  await import('#store/toasts/answers.ts');
  await pass(100);
  expect(textIn(client)).toBe(text);
});

it('says that a follow-up is marked as done', async () => {
  const followUpId = 'f'.repeat(16);
  const client = start({
    answers: { [`PUT /api/team/follow-ups/${followUpId}`]: () => json({ followUps: [] }) },
  });
  await pass(100);
  void client.store.dispatch(followUpsApi.endpoints.changeFollowUp.initiate({ followUpId, isDone: true }));
  await pass(200);
  await import('#store/toasts/answers.ts');
  await pass(100);
  expect(textIn(client)).toBe('The follow-up is marked as done.');
});

it('names a retired topic, and restores it on undo', async () => {
  const sent: unknown[] = [];
  const client = start({
    answers: {
      [`PUT /api/topics/${TOPIC_ID}/retirement`]: async (request) => {
        sent.push(await request.clone().json());
        return json(anAuthoredTopic({ topicId: TOPIC_ID, title: 'Clear requests', version: 4 }));
      },
    },
  });
  await pass(100);
  void client.store.dispatch(
    contentApi.endpoints.retireTopic.initiate({ topicId: TOPIC_ID, version: 3, isRetired: true }),
  );
  await pass(200);
  await import('#store/toasts/answers.ts');
  await pass(100);
  expect(textIn(client)).toBe('“Clear requests” is retired.');
  client.store.dispatch(toastUndone({ id: selectToast(client.state())?.id ?? '' }));
  await pass(200);
  expect(sent).toEqual([
    { version: 3, isRetired: true },
    { version: 4, isRetired: false },
  ]);
  expect(textIn(client)).toBe('“Clear requests” is restored.');
});

it('says when an undo failed', async () => {
  const url = `PUT /api/topics/${TOPIC_ID}/retirement`;
  const topic = anAuthoredTopic({ topicId: TOPIC_ID, title: 'Clear requests', version: 4 });
  const client = start({ answers: { [url]: () => json(topic) } });
  await pass(100);
  void client.store.dispatch(
    contentApi.endpoints.retireTopic.initiate({ topicId: TOPIC_ID, version: 3, isRetired: true }),
  );
  await pass(200);
  await import('#store/toasts/answers.ts');
  await pass(100);
  client.api.on(url, () => problem(409, 'conflict'));
  client.store.dispatch(toastUndone({ id: selectToast(client.state())?.id ?? '' }));
  await pass(200);
  expect(textIn(client)).toMatch(/^This was not undone\. /);
});

it.each([
  ['pause', 'paused', '“Lead with questions” is paused.', true],
  ['resume', 'active', '“Lead with questions” is running again.', true],
  ['archive', 'archived', '“Lead with questions” is archived.', false],
  ['restore', 'paused', '“Lead with questions” is restored and paused.', true],
  ['restore', 'draft', '“Lead with questions” is restored.', true],
] as const)('says after the action %s that the program is %s', async (action, status, text, canUndo) => {
  const setup = { ...blankProgram, programId: PROGRAM_ID, name: 'Lead with questions', status };
  const client = start({ answers: { [`PUT /api/programs/${PROGRAM_ID}/state`]: () => json(setup) } });
  await pass(100);
  void client.store.dispatch(
    setupApi.endpoints.changeProgramState.initiate({ programId: PROGRAM_ID, version: 1, action }),
  );
  await pass(200);
  await import('#store/toasts/answers.ts');
  await pass(100);
  expect(selectToast(client.state())).toMatchObject({ text, canUndo });
});
