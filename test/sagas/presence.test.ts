import * as fx from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import type { Realtime } from '#sagas/ports.ts';
import { fadePresence } from '#sagas/presence/fadePresence.ts';
import { listAgain, listPeople } from '#sagas/presence/listPeople.ts';
import { RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { selectPresenceOf } from '#store/presence/presenceSelectors.ts';
import { peopleChanged, peopleListed, selectOnline, selectPresence } from '#store/presence/presenceSlice.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import { aUser } from '../fixtures/people.ts';
import { fakeSeen, pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { fakeMessaging } from '../support/fakeRealtime.ts';

const start = clientsUnderFakeTimers();
const CHECKIN = 'app_T3_checkin';
const MAX = 'uuid-max';
type Client = ReturnType<typeof start>;
const presenceOfMax = (client: Client) => selectPresence(client.state(), MAX);
const said = (client: Client) =>
  client.actions.filter((type) => type.startsWith('presence/people') && type !== 'presence/peopleListed');

async function withMaxThere() {
  const messaging = fakeMessaging();
  messaging.present.add(MAX);
  const lena = start({ messaging });
  await pass(200);
  return { lena, messaging };
}

describe('a person', () => {
  it('who leaves is here recently for ten minutes, and then away', async () => {
    const { lena, messaging } = await withMaxThere();
    messaging.announce(CHECKIN, [], [MAX]);
    await pass(9_000);
    expect(presenceOfMax(lena)).toBe('online');
    await pass(2_000);
    expect(selectPresenceOf(lena.state(), 9)).toBe('recently');
    await pass(9 * 60_000);
    expect(presenceOfMax(lena)).toBe('recently');
    await pass(61_000);
    expect(presenceOfMax(lena)).toBe('offline');
  });

  it('who leaves and joins many times within seconds never flaps', async () => {
    const { lena, messaging } = await withMaxThere();
    for (let turn = 0; turn < 20; turn++) {
      messaging.announce(CHECKIN, [], [MAX]);
      await pass(3_000);
      messaging.announce(CHECKIN, [MAX], []);
      await pass(100);
    }
    await pass(30_000);
    expect(presenceOfMax(lena)).toBe('online');
    expect(said(lena)).toEqual([]);
  });

  it('who comes back is online at once', async () => {
    const { lena, messaging } = await withMaxThere();
    messaging.announce(CHECKIN, [], [MAX]);
    await pass(60_000);
    messaging.announce(CHECKIN, [MAX], []);
    await pass(50);
    expect(presenceOfMax(lena)).toBe('online');
    await pass(11 * 60_000);
    expect(presenceOfMax(lena)).toBe('online');
  });

  it('of another channel is nobody’s presence here', async () => {
    const { lena, messaging } = await withMaxThere();
    for (const { channels } of messaging.connections) channels.add('app_T4_checkin');
    messaging.announce('app_T4_checkin', ['uuid-zoe'], [MAX]);
    await pass(30_000);
    expect(Object.keys(selectOnline(lena.state()))).toEqual([MAX]);
  });
});

describe('a reload', () => {
  /** Lena's page, left as one leaves a page, and what her browser kept. */
  async function leftBy(before: (client: Client, messaging: ReturnType<typeof fakeMessaging>) => unknown) {
    const messaging = fakeMessaging();
    messaging.present.add(MAX);
    const seen = fakeSeen();
    const lena = start({ messaging, seen });
    await pass(200);
    await before(lena, messaging);
    lena.page.change('hidden', { isVisible: false });
    lena.root.cancel();
    return { messaging, seen };
  }

  it('remembers who left before it, until ten minutes have passed', async () => {
    const { messaging, seen } = await leftBy(async (_lena, service) => {
      service.announce(CHECKIN, [], [MAX]);
      service.present.delete(MAX);
      await pass(5 * 60_000);
    });
    const after = start({ messaging, seen });
    await pass(200);
    expect(presenceOfMax(after)).toBe('recently');
    await pass(4 * 60_000);
    expect(presenceOfMax(after)).toBe('recently');
    await pass(2 * 60_000);
    expect(presenceOfMax(after)).toBe('offline');
  });

  it('notices who left while the page was away, but nobody who was gone for longer', async () => {
    const { messaging, seen } = await leftBy(() => {});
    messaging.present.delete(MAX);
    await pass(3 * 60_000);
    const after = start({ messaging, seen });
    await pass(200);
    expect(presenceOfMax(after)).toBe('recently');
    after.root.cancel();
    await pass(8 * 60_000);
    const late = start({ messaging, seen });
    await pass(200);
    expect(presenceOfMax(late)).toBe('offline');
  });

  it('shows who is there as there, and leaves with the person who signs out', async () => {
    const { messaging, seen } = await leftBy(() => {});
    const after = start({ messaging, seen });
    await pass(200);
    expect(presenceOfMax(after)).toBe('online');
    expect(seen.kept.size).toBe(1);
    after.store.dispatch(signOutRequested());
    await pass(1_000);
    expect(seen.kept.size).toBe(0);
  });
});

describe('a busy tenant', () => {
  it('is told in one action who came and who left in one interval', async () => {
    const { lena, messaging } = await withMaxThere();
    const crowd = Array.from({ length: 300 }, (_, n) => `uuid-${n}`);
    messaging.announce(CHECKIN, crowd, []);
    await pass(100);
    expect(Object.keys(selectOnline(lena.state()))).toHaveLength(301);
    messaging.announce(CHECKIN, ['uuid-late'], [...crowd.slice(0, 200), MAX]);
    await pass(11_000);
    expect(Object.keys(selectOnline(lena.state()))).toHaveLength(101);
    expect(said(lena)).toHaveLength(3); // came, one more came, went
  });

  it('asks again, once, where the service could not tell it all', async () => {
    const { messaging } = await withMaxThere();
    const asked = () => messaging.calls.filter((call) => call === 'hereNow').length;
    const before = asked();
    for (const { listeners } of messaging.connections)
      for (const listener of listeners)
        for (let turn = 0; turn < 5; turn++)
          listener({ kind: 'presence', channel: CHECKIN, joined: [], left: [], isIncomplete: true });
    await pass(5_000);
    expect(asked() - before).toBe(1);
  });
});

describe('a service that comes back', () => {
  it('and knows nobody yet makes nobody vanish who is on the way', async () => {
    const { lena, messaging } = await withMaxThere();
    messaging.goAway();
    messaging.present.clear();
    await pass(5_000);
    messaging.comeBack();
    await pass(12_000);
    expect(presenceOfMax(lena)).toBe('online');
    messaging.announce(CHECKIN, [MAX], []);
    await pass(60_000);
    expect(presenceOfMax(lena)).toBe('online');
    expect(said(lena)).toEqual([]);
  });

  it('shows who did not come back as having left', async () => {
    const { lena, messaging } = await withMaxThere();
    messaging.goAway();
    messaging.present.clear();
    await pass(1_000);
    messaging.comeBack();
    await pass(60_000);
    expect(presenceOfMax(lena)).toBe('recently');
  });
});

describe('the workers', () => {
  const context = (hereNow: Realtime['hereNow']) => ({
    realtime: { hereNow } as Realtime,
    user: aUser(),
    heard: { upTo: null },
  });
  const errors: unknown[] = [];
  const given = {
    now: () => Date.now(),
    random: () => 0,
    reportError: (error: unknown) => void errors.push(error),
  };
  const ports = [fx.getContext('ports'), given] as [fx.Effect, unknown];

  it('list who is there, and add to it who is found later', async () => {
    jest.useRealTimers();
    for (const worker of [listPeople, listAgain]) {
      const { storeState } = await expectSaga(
        worker,
        context(async () => [MAX]),
      )
        .withReducer(rootReducer)
        .provide([ports])
        .run();
      expect(selectOnline(storeState)).toEqual({ [MAX]: true });
    }
  });

  it('report a refusal, keep quiet about a service that is away, and take nobody’s presence for it', async () => {
    jest.useRealTimers();
    const there = rootReducer(undefined, peopleListed({ uuids: [MAX] }));
    for (const [error, reports] of [
      [new RealtimeError(null, 'PNNetworkIssuesCategory'), 0],
      [new RealtimeError(403, 'PNAccessDeniedCategory'), 1],
    ] as const) {
      errors.length = 0;
      const { storeState } = await expectSaga(
        listPeople,
        context(() => Promise.reject(error)),
      )
        .withReducer(rootReducer, there)
        .provide([ports])
        .run();
      expect(errors).toHaveLength(reports);
      expect(selectPresence(storeState, MAX)).toBe('online');
    }
  });

  it('let fade who left ten minutes ago, also when the machine slept meanwhile', async () => {
    jest.useRealTimers();
    const there = rootReducer(undefined, peopleListed({ uuids: [MAX] }));
    const left = rootReducer(there, peopleChanged({ joined: [], left: [MAX] }));
    const later = { ...given, now: () => Date.now() + 11 * 60_000 };
    const { storeState } = await expectSaga(fadePresence)
      .withReducer(rootReducer, left)
      .provide([[fx.getContext('ports'), later]])
      .silentRun(20);
    expect(selectPresence(storeState, MAX)).toBe('offline');
  });
});
