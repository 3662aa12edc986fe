import type { Reducer } from '@reduxjs/toolkit';
import { getContext } from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import type { EffectProviders, StaticProvider } from 'redux-saga-test-plan/providers';
import type { Ports } from '#sagas/ports.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { type RootState, rootReducer } from '#store/rootReducer.ts';
import { signedIn } from '#store/session/sessionSlice.ts';
import '#store/sessionSlices.ts';
import { aUser } from '#test/fixtures/people.ts';
import { fakeMessaging } from './fakeRealtime.ts';

/** The state after these actions of a signed-in user. */
export const stateAfter = (...actions: Parameters<typeof rootReducer>[1][]): RootState =>
  [signedIn({ user: aUser(), tokenExpiresAt: 2_000_000_000_000 }), ...actions].reduce(
    rootReducer,
    undefined as RootState | undefined,
  ) as RootState;

/** The dependencies of a worker: a messaging service in memory, minimal ports, and the reported errors. */
export async function aWorkplace(changes: Partial<Ports> = {}) {
  const messaging = fakeMessaging();
  const user = aUser();
  const realtime = await messaging.connect({
    authKey: 'key-1',
    subKey: 'sub',
    pubKey: 'pub',
    uuid: user.uuid,
    expiresIn: 3_600,
  });
  const errors: string[] = [];
  const ports = {
    page: { isVisible: () => true, listen: () => () => undefined } as unknown as Ports['page'],
    reportError: (_error: unknown, where: string) => void errors.push(where),
    now: () => Date.now(),
    random: () => 0,
    ...changes,
  } as Ports;
  const context: RealtimeContext = { realtime, user, followsEveryone: true, cursor: { timetoken: null } };
  return { messaging, realtime, context, ports, errors, user };
}

/** A test plan that runs a worker with the real reducer. */
export function planOf<A extends unknown[]>(
  {
    ports,
    state = stateAfter(),
    providers = [],
  }: { ports: Ports; state?: RootState; providers?: (EffectProviders | StaticProvider)[] },
  saga: (...args: A) => Generator,
  ...args: A
) {
  return expectSaga(saga, ...args)
    .withReducer(rootReducer as Reducer, state)
    .provide([[getContext('ports'), ports], ...providers]);
}

/** Answers every thunk that a worker dispatches, because only a real store runs thunks. */
export const thunksAnswered = (answer: () => unknown): EffectProviders => ({
  put: ({ action }, next) => (typeof action === 'function' ? answer() : next()),
});

/** Runs a worker for this time in virtual time and returns its result. Needs `withFakeClock`. */
export async function runFor<T>(ms: number, plan: { silentRun(ms: number): Promise<T> }): Promise<T> {
  const run = plan.silentRun(ms);
  await jest.advanceTimersByTimeAsync(ms + 1);
  return await run;
}

/** Gives the tests of a file virtual time. Call it once at the top of the file. */
export function withFakeClock(now = '2026-11-21T10:00:00Z') {
  beforeEach(() => jest.useFakeTimers({ now: new Date(now) }));
  afterEach(() => jest.useRealTimers());
}
