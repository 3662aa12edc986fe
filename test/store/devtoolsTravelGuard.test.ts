import { ActionCreators, instrument } from '@redux-devtools/instrument';
import type { StoreEnhancer } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { call, delay, put, type Saga, takeEvery } from '#sagas/effects.ts';
import type { ApiPorts } from '#store/api/ports.ts';
import { createAppStore } from '#store/createAppStore.ts';
import { type LiftedStore, liftedStoreOf } from '#store/devtools/liftedStore.ts';
import { createTravelGuard } from '#store/devtools/travelGuard.ts';
import { dialogClosed, dialogOpened } from '#store/dialogs/dialogsSlice.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { json } from '#test/support/fakeApi.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** The real store with the instrument, the guard and one saga that calls and dispatches. */
function begin() {
  const requests: string[] = [];
  const calls: string[] = [];
  const ports: ApiPorts = {
    tokens: {
      forCall: async () => ({ kind: 'token', idToken: 't' }),
      afterRefusal: async () => ({ kind: 'missing' }),
      noteServerDate: () => {},
    },
    messagingKeys: { keep: () => {}, keepRoom: () => {} },
    saveFile: () => {},
    fetch: async ({ url }) => {
      requests.push(new URL(url).pathname);
      return json({ data: [], total: 0 });
    },
    reportError: (error) => {
      throw error;
    },
  };
  const travelGuard = createTravelGuard();
  const saga = createSagaMiddleware({ effectMiddlewares: [travelGuard.effectMiddleware] });
  const store = createAppStore({
    ports,
    sagaMiddleware: saga,
    travelGuard,
    devTools: false,
    enhancers: [instrument() as unknown as StoreEnhancer],
  });
  const task = saga.run(function* (): Saga {
    yield takeEvery(dialogOpened, function* ({ payload }): Saga {
      yield* delay(1_000);
      yield* call(() => void calls.push(payload));
      yield* put(dialogClosed());
    });
  });
  const lifted = liftedStoreOf(store) as LiftedStore;
  const recorded = () => lifted.getState().stagedActionIds.length;
  return { store, lifted, recorded, requests, calls, task, travelGuard };
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('holds the effects of sagas during time travel and runs them in order afterwards', async () => {
  const { store, lifted, recorded, calls, task } = begin();
  store.dispatch(dialogOpened('a'));
  lifted.dispatch(ActionCreators.jumpToState(0));
  const before = recorded();
  await pass(10_000);
  expect({ calls, recorded: recorded() }).toEqual({ calls: [], recorded: before });
  lifted.dispatch(ActionCreators.jumpToState(before - 1));
  await pass(2_000);
  expect(calls).toEqual(['a']);
  expect(store.getState().dialogs.open).toBeNull();
  task.cancel();
});

it('never runs an effect of a saga that was cancelled during time travel', async () => {
  const { store, lifted, recorded, calls, task } = begin();
  store.dispatch(dialogOpened('a'));
  lifted.dispatch(ActionCreators.jumpToState(0));
  await pass(2_000);
  task.cancel();
  lifted.dispatch(ActionCreators.jumpToState(recorded() - 1));
  await pass(5_000);
  expect(calls).toEqual([]);
});

it('drops screen requests and RTK Query timers during time travel', async () => {
  const { store, lifted, recorded, requests } = begin();
  const asked = store.dispatch(programsApi.endpoints.listPrograms.initiate());
  await pass(1_000);
  asked.unsubscribe(); // starts the minute after which the cache entry is removed
  await pass(1_000);
  const before = { requests: requests.length, recorded: recorded() };
  lifted.dispatch(ActionCreators.jumpToState(0));
  const stub = store.dispatch(programsApi.endpoints.listPrograms.initiate(undefined, { forceRefetch: true }));
  stub.unsubscribe();
  store.dispatch(dialogOpened('from a careless screen'));
  await pass(120_000);
  expect({ requests: requests.length, recorded: recorded() }).toEqual(before);
});

it.each([
  ['an imported session', ActionCreators.importState([{ type: 'dialogs/opened', payload: 'x' }])],
  ['a reset session', ActionCreators.reset()],
])('holds all effects in %s until the page is reloaded', async (_what, action) => {
  const { store, lifted, travelGuard, calls } = begin();
  store.dispatch(dialogOpened('a'));
  lifted.dispatch(action);
  await pass(5_000);
  expect({ calls, is: [travelGuard.isTravelling(), travelGuard.isDetached()] }).toEqual({
    calls: [],
    is: [true, true],
  });
});

it('holds effects while the DevTools are locked or an action is skipped', async () => {
  const { store, lifted, travelGuard } = begin();
  store.dispatch(dialogOpened('a'));
  for (const [there, back] of [
    [ActionCreators.lockChanges(true), ActionCreators.lockChanges(false)],
    [ActionCreators.toggleAction(1), ActionCreators.toggleAction(1)],
  ] as const) {
    lifted.dispatch(there);
    expect(travelGuard.isTravelling()).toBe(true);
    lifted.dispatch(back);
    expect(travelGuard.isTravelling()).toBe(false);
  }
});

it('holds effects at the newest action while another page of the theatre is in the past', async () => {
  const { store, lifted, recorded, calls, travelGuard, task } = begin();
  store.dispatch(dialogOpened('a'));
  travelGuard.hold(true);
  lifted.dispatch(ActionCreators.jumpToState(recorded() - 1));
  await pass(10_000);
  expect({ calls, isTravelling: travelGuard.isTravelling() }).toEqual({ calls: [], isTravelling: true });
  travelGuard.hold(false);
  await pass(2_000);
  expect({ calls, isTravelling: travelGuard.isTravelling() }).toEqual({ calls: ['a'], isTravelling: false });
  task.cancel();
});
