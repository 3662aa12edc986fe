import * as fx from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import { fadePresence } from '#sagas/presence/fadePresence.ts';
import { followPresence } from '#sagas/presence/followPresence.ts';
import { listPeople, listPeopleAgain } from '#sagas/presence/listPeople.ts';
import { rememberPresence } from '#sagas/presence/rememberPresence.ts';
import { wipeSeen } from '#sagas/presence/wipeSeen.ts';
import { RealtimeError } from '#sagas/realtime/realtimeError.ts';
import type { PageEvent } from '#store/ports/page.ts';
import type { Realtime } from '#store/ports/realtime.ts';
import { selectPresenceOf } from '#store/presence/presenceSelectors.ts';
import {
  peopleChanged,
  peopleListed,
  presenceAnnounced,
  selectOnline,
  selectPresence,
} from '#store/presence/presenceSlice.ts';
import { type RootState, rootReducer } from '#store/rootReducer.ts';
import { signedOut, signOutRequested } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { fakeSeen, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { fakeMessaging } from '#test/support/fakeRealtime.ts';
import { CHANNEL } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor, stateAfter } from '#test/support/plan.ts';

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

const MINUTE_MS = 60_000;

/** Runs a worker for this time and returns the presence of Max. */
async function presenceAfter(ms: number, plan: ReturnType<typeof planOf>) {
  return selectPresence((await runFor(ms, plan)).storeState as RootState, 'uuid-max');
}

const announced = (change: { joined?: string[]; left?: string[]; channel?: string }) =>
  presenceAnnounced({ channel: CHECKIN, joined: [], left: [], isIncomplete: false, ...change });

/** A fake page whose visibility, focus and network the test controls. */
function aPage() {
  const listeners = new Set<(event: { kind: PageEvent }) => void>();
  const is = { online: true, visible: true, focused: true };
  return {
    is,
    tell: (kind: PageEvent) => {
      for (const listener of listeners) listener({ kind });
    },
    port: {
      isOnline: () => is.online,
      isVisible: () => is.visible,
      isFocused: () => is.focused,
      listen(listener: (event: { kind: PageEvent }) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      setTitle() {},
      showTop() {},
      showTarget() {},
    },
  };
}

describe('the presence of a person', () => {
  it('is recently online for 10 minutes after leaving, and then offline', async () => {
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

  it('stays online if the person leaves and joins many times within seconds', async () => {
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

  it('is online immediately when the person returns', async () => {
    const { lena, messaging } = await withMaxThere();
    messaging.announce(CHECKIN, [], [MAX]);
    await pass(60_000);
    messaging.announce(CHECKIN, [MAX], []);
    await pass(50);
    expect(presenceOfMax(lena)).toBe('online');
    await pass(11 * 60_000);
    expect(presenceOfMax(lena)).toBe('online');
  });

  it('does not change after an event on another channel', async () => {
    const { lena, messaging } = await withMaxThere();
    for (const { channels } of messaging.connections) channels.add('app_T4_checkin');
    messaging.announce('app_T4_checkin', ['uuid-zoe'], [MAX]);
    await pass(30_000);
    expect(Object.keys(selectOnline(lena.state()))).toEqual([MAX]);
  });
});

describe('the presence after a reload', () => {
  /** Lena's page after it was closed and opened again, with the data that her browser kept. */
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

  it('includes people who left before it, until 10 minutes have passed', async () => {
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

  it('includes people who left during it, but not people who left long before', async () => {
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

  it('shows people who are online, and is cleared at sign-out', async () => {
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

describe('the presence in a busy organisation', () => {
  it('is updated by one action for all joins and leaves in an interval', async () => {
    const { lena, messaging } = await withMaxThere();
    const crowd = Array.from({ length: 300 }, (_, n) => `uuid-${n}`);
    messaging.announce(CHECKIN, crowd, []);
    await pass(100);
    expect(Object.keys(selectOnline(lena.state()))).toHaveLength(301);
    messaging.announce(CHECKIN, ['uuid-late'], [...crowd.slice(0, 200), MAX]);
    await pass(11_000);
    expect(Object.keys(selectOnline(lena.state()))).toHaveLength(101);
    expect(said(lena)).toHaveLength(3); // joined, a second one joined, left
  });

  it('is reloaded once after an incomplete event', async () => {
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

describe('the presence after an outage', () => {
  it('does not hide people who are about to reconnect', async () => {
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

  it('treats people who did not return as having left', async () => {
    const { lena, messaging } = await withMaxThere();
    messaging.goAway();
    messaging.present.clear();
    await pass(1_000);
    messaging.comeBack();
    await pass(60_000);
    expect(presenceOfMax(lena)).toBe('recently');
  });
});

it('is unknown before the list has loaded and after a lost connection, and loading is retried', async () => {
  const messaging = fakeMessaging();
  messaging.refuse('hereNow', 500);
  const lena = start({ messaging });
  await pass(100);
  expect(presenceOfMax(lena)).toBe('unknown');
  await pass(10_000);
  expect(presenceOfMax(lena)).toBe('offline');
  messaging.goAway();
  await pass(100);
  expect(presenceOfMax(lena)).toBe('unknown');
  messaging.comeBack();
  await pass(60_000);
  expect(presenceOfMax(lena)).toBe('offline');
});

describe('the presence workers', () => {
  const context = (hereNow: Realtime['hereNow']) => ({
    realtime: { hereNow } as Realtime,
    user: aUser(),
    followsEveryone: true,
    cursor: { timetoken: null },
  });
  const errors: unknown[] = [];
  const given = {
    now: () => Date.now(),
    random: () => 0,
    reportError: (error: unknown) => void errors.push(error),
    page: aPage().port,
  };
  const ports = [fx.getContext('ports'), given] as [fx.Effect, unknown];

  it('list the people online', async () => {
    for (const worker of [listPeople, listPeopleAgain]) {
      const { storeState } = await runFor(
        10,
        expectSaga(
          worker,
          context(async () => [MAX]),
        )
          .withReducer(rootReducer)
          .provide([ports]),
      );
      expect(selectOnline(storeState)).toEqual({ [MAX]: true });
    }
  });

  it('report a refusal once, do not report an unreachable service, and keep the presence of everyone', async () => {
    const there = rootReducer(undefined, peopleListed({ uuids: [MAX] }));
    for (const [error, reports] of [
      [new RealtimeError(null, 'PNNetworkIssuesCategory'), 0],
      [new RealtimeError(403, 'PNAccessDeniedCategory'), 1],
    ] as const) {
      errors.length = 0;
      const { storeState } = await runFor(
        60_000,
        expectSaga(
          listPeople,
          context(() => Promise.reject(error)),
        )
          .withReducer(rootReducer, there)
          .provide([ports]),
      );
      expect(errors).toHaveLength(reports);
      expect(selectPresence(storeState, MAX)).toBe('online');
    }
  });

  it('show people as offline 10 minutes after they left, even if the computer was asleep', async () => {
    const there = rootReducer(undefined, peopleListed({ uuids: [MAX] }));
    const left = rootReducer(there, peopleChanged({ joined: [], left: [MAX] }));
    const later = { ...given, now: () => Date.now() + 11 * 60_000 };
    const { storeState } = await runFor(
      20,
      expectSaga(fadePresence)
        .withReducer(rootReducer, left)
        .provide([[fx.getContext('ports'), later]]),
    );
    expect(selectPresence(storeState, MAX)).toBe('offline');
  });
});

describe('followPresence', () => {
  it('shows joins immediately and leaves after 10 seconds', async () => {
    const { context, ports } = await aWorkplace();
    const come = announced({ joined: ['uuid-max'] });
    const leave = announced({ left: ['uuid-max'] });
    const plan = () => planOf({ ports }, followPresence, context).dispatch(come);
    expect(await presenceAfter(100, plan())).toBe('online');
    expect(await presenceAfter(9_000, plan().dispatch(leave))).toBe('online');
    expect(await presenceAfter(11_000, plan().dispatch(leave))).toBe('recently');
    expect(await presenceAfter(11_000, plan().dispatch(leave).dispatch(come))).toBe('online');
  });

  it('ignores other channels, and treats people missing from a new list as having left after 20 seconds', async () => {
    const { context, ports } = await aWorkplace();
    const elsewhere = announced({ joined: ['uuid-max'], channel: CHANNEL });
    expect(await presenceAfter(100, planOf({ ports }, followPresence, context).dispatch(elsewhere))).toBe(
      'unknown',
    );
    const state = stateAfter(peopleListed({ uuids: ['uuid-max'] }));
    const listed = () =>
      planOf({ ports, state }, followPresence, context).dispatch(peopleListed({ uuids: ['uuid-zoe'] }));
    expect(await presenceAfter(19_000, listed())).toBe('online');
    expect(await presenceAfter(21_000, listed())).toBe('recently');
  });
});

describe('rememberPresence', () => {
  const remembering = async (seenBefore: Record<string, number>) => {
    const kept: Record<string, number>[] = [];
    const page = aPage();
    const { ports, user } = await aWorkplace({
      page: page.port,
      seen: {
        load: () => seenBefore,
        keep: (_userId, seen) => void kept.push(seen),
        wipe: () => void kept.push({}),
      },
    });
    return { ports, user, page, kept };
  };

  it('restores people who left minutes ago, and shows people who left earlier as offline', async () => {
    const now = Date.now();
    for (const [minutes, presence] of [
      [3, 'recently'],
      [30, 'offline'],
    ] as const) {
      const { ports, user } = await remembering({ 'uuid-max': now - minutes * MINUTE_MS });
      const plan = planOf({ ports }, rememberPresence, user).dispatch(peopleListed({ uuids: ['uuid-zoe'] }));
      expect(await presenceAfter(10, plan)).toBe(presence);
    }
  });

  it('stores the people online when the page is hidden, and nothing after sign-out', async () => {
    const { ports, user, page, kept } = await remembering({});
    const plan = planOf({ ports }, rememberPresence, user).dispatch(peopleListed({ uuids: ['uuid-max'] }));
    setTimeout(() => page.tell('hidden'), 50);
    await presenceAfter(100, plan);
    expect(kept.map((seen) => Object.keys(seen))).toEqual([['uuid-max']]);
    await presenceAfter(10, planOf({ ports }, wipeSeen).dispatch(signedOut({ where: 'here' })));
    expect(kept.at(-1)).toEqual({});
  });
});
