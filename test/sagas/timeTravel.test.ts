import { ActionCreators, instrument } from '@redux-devtools/instrument';
import type { StoreEnhancer } from '@reduxjs/toolkit';
import { aDay } from '#test/support/aDay.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';

const start = clientsUnderFakeTimers();

interface Lifted {
  dispatch(action: unknown): void;
  getState(): { computedStates: unknown[]; currentStateIndex: number };
}

async function recordedDay() {
  const lena = await aDay(start, { enhancers: [instrument() as unknown as StoreEnhancer] });
  return { lena, lifted: (lena.store as unknown as { liftedStore: Lifted }).liftedStore };
}

describe('a jump in time', () => {
  it('causes no effects and no actions between any 2 states of a session', async () => {
    const { lena, lifted } = await recordedDay();
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
  const { lena, lifted } = await recordedDay();
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
