import { ActionCreators, instrument } from '@redux-devtools/instrument';
import type { StoreEnhancer } from '@reduxjs/toolkit';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationClosed, conversationStarted } from '#store/chat/widgetSlice.ts';
import { dialogOpened } from '#store/dialogs/dialogsSlice.ts';
import { panelClosed, panelOpened } from '#store/notifications/notificationsSlice.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import { aCompletion, PROGRAM_ID, TOPIC_ID } from '#test/fixtures/programs.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json } from '#test/support/fakeApi.ts';
import { CHANNEL } from '#test/support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();

interface Lifted {
  dispatch(action: unknown): void;
  getState(): { computedStates: unknown[]; currentStateIndex: number };
}

/**
 * A typical session: the user signs in, sends and receives a message, opens the bell, completes the last topic and
 * signs out.
 */
async function aDay() {
  const lena = start({
    at: '/?url=%2Fprogram',
    enhancers: [instrument() as unknown as StoreEnhancer],
    answers: {
      [`PUT /api/programs/${PROGRAM_ID}/topics/${TOPIC_ID}/completion`]: () => json(aCompletion(true)),
    },
  });
  const { store, messaging } = lena;
  await pass(4_000);
  store.dispatch(dialogOpened('userMenu'));
  lena.visit('/team');
  store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
  store.dispatch(messageSubmitted(CHANNEL, { id: 7, firstName: 'Lena', lastName: 'Larsen' }, 'Hello'));
  await pass(3_000);
  const answer = { user: { id: 9, firstName: 'Max', lastName: 'M' }, details: 'Hi', timestamp: Date.now() };
  messaging.publishAs('uuid-max', CHANNEL, answer, { id: 'answer-id-1' });
  messaging.announce('app_T3_checkin', ['uuid-max'], []);
  await pass(3_000);
  store.dispatch(conversationClosed({ channel: CHANNEL }));
  store.dispatch(panelOpened());
  await pass(3_000);
  store.dispatch(panelClosed());
  messaging.goAway();
  await pass(3_000);
  messaging.comeBack();
  await pass(10_000);
  const { completeTopic } = programsApi.endpoints;
  void store.dispatch(completeTopic.initiate({ programId: PROGRAM_ID, topicId: TOPIC_ID }));
  await pass(10_000);
  store.dispatch(signOutRequested());
  await pass(1_000);
  return { lena, lifted: (store as unknown as { liftedStore: Lifted }).liftedStore };
}

describe('a jump in time', () => {
  it('causes no effects and no actions between any 2 states of a session', async () => {
    const { lena, lifted } = await aDay();
    expect(lena.actions).toEqual(
      expect.arrayContaining([
        'session/signedIn',
        'chat/messageSent',
        'celebration/ended',
        'session/signedOut',
      ]),
    );
    const before = {
      effects: [...lena.effects],
      actions: [...lena.actions],
      calls: [...lena.messaging.calls],
      errors: lena.errors,
    };
    const atEnd = lena.state();
    const last = lifted.getState().computedStates.length - 1;
    const forth = Array.from({ length: last + 1 }, (_, index) => index);
    const back = [...forth].reverse();
    const criss = forth.map((index) => (index * 7) % (last + 1));
    for (const index of [...back, ...forth, ...criss, last]) {
      lifted.dispatch(ActionCreators.jumpToState(index));
      await pass(20);
    }
    await pass(60_000);
    expect({
      effects: lena.effects,
      actions: lena.actions,
      calls: lena.messaging.calls,
      errors: lena.errors,
    }).toEqual(before);
    expect(lena.state()).toEqual(atEnd);
  });

  it('shows the past state during the session, and stores and fetches nothing', async () => {
    const lena = start({ enhancers: [instrument() as unknown as StoreEnhancer] });
    const { liftedStore } = lena.store as unknown as { liftedStore: Lifted };
    await pass(30_000);
    const before = {
      effects: lena.effects.length,
      calls: lena.messaging.calls.length,
      actions: lena.actions.length,
    };
    liftedStore.dispatch(ActionCreators.jumpToState(0));
    expect(lena.state().session.status).toBe('unknown');
    await pass(30_000);
    liftedStore.dispatch(ActionCreators.jumpToState(liftedStore.getState().computedStates.length - 1));
    expect(lena.state().session.status).toBe('signedIn');
    const after = {
      effects: lena.effects.length,
      calls: lena.messaging.calls.length,
      actions: lena.actions.length,
    };
    expect(after).toEqual(before);
  });
});

it('keeps the state and all actions serialisable, so that a session can be exported and replayed', async () => {
  const { lena, lifted } = await aDay();
  const { computedStates } = lifted.getState() as { computedStates: { state: unknown }[] };
  for (const { state } of computedStates) expect(JSON.parse(JSON.stringify(state))).toEqual(plain(state));
  expect(lena.errors).toEqual([]);
});

/** JSON omits `undefined`, and nothing depends on it. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('a value that is not plain');
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, plain(inner)]),
  );
}
