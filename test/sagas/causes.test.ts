import { SAGA_ACTION } from '@redux-saga/symbols';
import type { UnknownAction } from '@reduxjs/toolkit';
import { messagesReceived } from '#store/chat/messagesSlice.ts';
import { actionName, type Branch, causality } from '#store/devtools/causality.ts';
import { readRecording } from '#store/devtools/recording.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { aDay } from '#test/support/aDay.ts';
import { type Witnessed, wrongCauses } from '#test/support/causeTruth.ts';
import { type Client, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { CHANNEL, fromMax, open, withHistory } from '#test/support/lenaAndMax.ts';
import { readSagaSources } from '#test/support/sagaSources.ts';

const start = clientsUnderFakeTimers();

function watch(client: Client) {
  const seen = new Set<unknown>();
  const { dispatch } = client.store;
  client.store.dispatch = ((action: UnknownAction) => {
    seen.add(action);
    const result = dispatch(action) as { requestId?: string };
    if (result?.requestId) seen.add(result.requestId);
    return result;
  }) as typeof dispatch;
  return seen;
}

function witnessed(client: Client, fromScreen: Set<unknown>): Witnessed[] {
  const { actions, steps } = readRecording(client.log);
  return steps.map(({ id, cause }, index) => {
    const action = actions[index] as UnknownAction & {
      meta?: { requestId?: string; arg?: { endpointName?: string } };
    };
    const requestId = action.meta?.requestId ?? null;
    return {
      id,
      type: action.type,
      endpoint: action.meta?.arg?.endpointName ?? null,
      requestId,
      cause,
      isPut: SAGA_ACTION in action,
      isFromScreen: fromScreen.has(action) || fromScreen.has(requestId),
    };
  });
}

async function recordedDay() {
  let fromScreen = new Set<unknown>();
  const client = await aDay((options) => {
    const started = start(options);
    fromScreen = watch(started);
    return started;
  });
  const recording = readRecording(client.log);
  const ids = new Map<string, number>();
  for (const [index, action] of recording.actions.entries())
    ids.set(actionName(action), recording.steps[index]?.id ?? 0);
  const idOf = (name: string) => ids.get(name) ?? 0;
  return { client, fromScreen, recording, idOf, ...causality(recording) };
}
const lines = (branches: Branch[]): string[] =>
  branches.flatMap(({ text, branches: inner }) => [text, ...lines(inner)]);

it('names the true cause of every action in a typical session', async () => {
  const { client, fromScreen } = await recordedDay();
  const actions = witnessed(client, fromScreen);
  expect(actions.length).toBeGreaterThan(60);
  expect(new Set(actions.map(({ cause }) => cause.by))).toEqual(
    new Set(['screen', 'effect', 'request', 'action', 'timer']),
  );
  expect(wrongCauses(actions, await readSagaSources())).toEqual([]);
});

it('follows a message from the component through the queue and the service to the other saga', async () => {
  const { causesOf, effectsOf, idOf } = await recordedDay();
  expect(lines(causesOf(idOf('chat/messageSent')))).toEqual([
    'Saga sessionScope › runSessionTasks › runRealtime › runConnection › runWorkers › sendMessages › sendQueue › sendMessage',
    `because of action #${idOf('chat/messageSubmitted')} chat/messageSubmitted`,
    'Component, while it was rendered',
  ]);
  const caused = lines(effectsOf(idOf('chat/messageSubmitted')));
  expect(caused).toEqual(
    expect.arrayContaining([
      'put message',
      'call realtime.publish',
      expect.stringMatching(/^action #\d+ api\/startConversation\/pending: status 200 after \d+ ms$/),
      `action #${idOf('chat/messageSent')} chat/messageSent`,
    ]),
  );
});

it('names the event of the messaging service and the event of the page', async () => {
  const { causesOf, idOf } = await recordedDay();
  expect(lines(causesOf(idOf('chat/messagesReceived'))).at(-1)).toBe(
    'because of the events realtime: message, presence',
  );
  expect(lines(causesOf(idOf('connection/lost'))).at(-1)).toBe('because of the event realtime: disconnected');
});

it('names all events that were read together', async () => {
  const messaging = withHistory(0);
  const lena = start({ at: '/home', messaging });
  await pass(4_000);
  open(lena);
  await pass(3_000);
  messaging.signalAs('uuid-max', CHANNEL, { typing: true });
  messaging.publishAs('uuid-max', CHANNEL, fromMax('Hi'), { id: 'read-with-a-signal' });
  await pass(3_000);
  const recording = readRecording(lena.log);
  const received = recording.actions.findIndex(messagesReceived.match);
  expect(lines(causality(recording).causesOf(recording.steps[received]?.id ?? 0)).at(-1)).toBe(
    'because of the events realtime: signal, message',
  );
});

it('shows a redirect by a saga as an effect, not as the work of a component', async () => {
  const { recording, idOf, effectsOf } = await recordedDay();
  const redirect = recording.steps.find(({ id }) => id === idOf('navigation/locationChanged'));
  expect(redirect?.cause).toMatchObject({ by: 'effect', saga: 'changeOfSession' });
  expect(lines(effectsOf(idOf('session/signedOut')))).toContain('call navigator.replace');
});

it('records how each effect ended and how long it took', async () => {
  const { recording } = await recordedDay();
  const kinds = new Set(recording.effects.map(({ kind }) => kind));
  for (const kind of ['root', 'fork', 'call', 'put', 'take', 'race', 'cancel', 'port'])
    expect(kinds).toContain(kind);
  const received = recording.effects.filter(({ saga, kind }) => saga === 'runConnection' && kind === 'race');
  expect(received).toEqual([expect.objectContaining({ result: 'cancelled', ms: expect.any(Number) })]);
});

it('keeps no user content and no keys in the effects', async () => {
  const { client, recording } = await recordedDay();
  const text = JSON.stringify([recording.steps, recording.effects]);
  expect(selectUser(client.state())).toBeNull();
  for (const planted of ['Hello', 'Hi"', 'Larsen', 'lena@', 'key-1', '"id-1"'])
    expect(text).not.toContain(planted);
});
