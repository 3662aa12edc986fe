import type { Reducer } from '@reduxjs/toolkit';
import { getContext } from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import type { EffectProviders, StaticProvider } from 'redux-saga-test-plan/providers';
import type { Ports } from '#sagas/ports.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { type RootState, rootReducer } from '#store/rootReducer.ts';
import { signedIn } from '#store/session/sessionSlice.ts';
import { aUser } from '../fixtures/people.ts';
import { fakeMessaging } from './fakeRealtime.ts';

/** The state after these actions of a signed-in person. */
export const stateAfter = (...actions: Parameters<typeof rootReducer>[1][]): RootState =>
  [signedIn({ user: aUser(), tokenExpiresAt: 2_000_000_000_000 }), ...actions].reduce(
    rootReducer,
    undefined as RootState | undefined,
  ) as RootState;

/** One worker's surroundings: a service in memory, ports that do as little as they can, and what they were told. */
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
  const context: RealtimeContext = { realtime, user, heard: { upTo: null } };
  return { messaging, realtime, context, ports, errors, user };
}

/** A worker on the real reducer; it is given no time of its own to end in, since most never do. */
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

/** Thunks, which only a real store would run: each one that a worker dispatches is answered with this. */
export const thunksAnswered = (answer: () => unknown): EffectProviders => ({
  put: ({ action }, next) => (typeof action === 'function' ? answer() : next()),
});
