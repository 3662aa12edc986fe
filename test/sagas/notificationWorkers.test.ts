import * as fx from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import { catchUpNotifications } from '#sagas/notifications/catchUpNotifications.ts';
import { clearNewFlags } from '#sagas/notifications/clearNewFlags.ts';
import { loadNotifications } from '#sagas/notifications/loadNotifications.ts';
import { pageNotifications } from '#sagas/notifications/pageNotifications.ts';
import { receiveNotifications } from '#sagas/notifications/receiveNotifications.ts';
import { savePosition } from '#sagas/notifications/savePosition.ts';
import type { Realtime, WireMessage } from '#sagas/ports.ts';
import { RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { selectNotificationRows } from '#store/notifications/notificationsSelectors.ts';
import {
  notificationsLoaded,
  notificationsReceived,
  olderNotificationsRequested,
  panelClosed,
  panelOpened,
} from '#store/notifications/notificationsSlice.ts';
import { connected } from '#store/presence/presenceSlice.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { signedIn } from '#store/session/sessionSlice.ts';
import { aUser } from '../fixtures/people.ts';

type State = ReturnType<typeof rootReducer>;
const CHANNEL = 'notif_T3_U7';
const user = aUser();
const stateAfter = (...actions: Parameters<typeof rootReducer>[1][]): State =>
  [signedIn({ user, tokenExpiresAt: 1 }), ...actions].reduce<State>(
    rootReducer,
    rootReducer(undefined, { type: '' }),
  );

/** The n-th notification of a person's life. */
const wire = (n: number, message?: unknown): WireMessage => ({
  channel: CHANNEL,
  timetoken: `${17_500_000_000_000_000n + BigInt(n)}`,
  publisher: 'server',
  meta: { id: `outbox-row-${n}` },
  message: message ?? {
    notificationType: 'LEARNER_COMPLETED_TOPIC',
    payload: { userId: 9, extraPayload: { behaviorName: `Topic ${n}` } },
  },
});
/** A service that holds these; what a worker asks of it is its outcome. */
function serviceWith(wires: WireMessage[], over: Partial<Realtime> = {}) {
  const saved: string[] = [];
  const realtime: Partial<Realtime> = {
    history: async (_channel, { count, before }) =>
      wires.filter(({ timetoken }) => !before || timetoken < before).slice(-count),
    memberships: async () => [],
    setOwnPosition: async (_channel, timetoken) => void saved.push(timetoken),
    ...over,
  };
  return { context: { realtime: realtime as Realtime, user, heard: { upTo: null } }, saved };
}
const ports = (over: object = {}) => {
  const errors: unknown[] = [];
  const given = {
    now: () => 1_750_000_000_000,
    serverNow: () => 1_750_000_000_000,
    random: () => 0,
    reportError: (error: unknown) => void errors.push(error),
    page: { isVisible: () => true, listen: () => () => {} },
    ...over,
  };
  return { errors, provider: [fx.getContext('ports'), given] as [fx.Effect, unknown] };
};
/** What only waits is over at once. */
const noDelays = {
  call: (effect: { fn: { name: string } }, next: () => unknown) =>
    effect.fn.name === 'delayP' ? true : next(),
};
const idsOf = (state: State) => state.notifications.ids;
const page = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => wire(from + index));
const news = (n: number) => ({
  id: `outbox-row-${n}`,
  timetoken: wire(n).timetoken,
  fromUserId: 9,
  type: 'LEARNER_COMPLETED_TOPIC',
  payload: {},
});
const loaded = (numbers: number[], over: object = {}) =>
  notificationsLoaded({
    items: numbers.map(news),
    oldest: wire(numbers[0] ?? 0).timetoken,
    isLast: true,
    saved: '1',
    joined: '1',
    ...over,
  });

describe('loading the bell', () => {
  it('waits for the connection, then knows the newest hundred and that there are more', async () => {
    const { context } = serviceWith(page(1, 150));
    const { storeState } = await expectSaga(loadNotifications, context)
      .withReducer(rootReducer, stateAfter())
      .provide([ports().provider, noDelays])
      .dispatch(connected())
      .silentRun(50);
    expect(idsOf(storeState)).toHaveLength(100);
    expect(storeState.notifications).toMatchObject({ older: 'some', isStartOver: true, newCount: 100 });
  });

  it('starts to count where the person had read to', async () => {
    const memberships = async () => [{ channel: CHANNEL, uuid: user.uuid, timetoken: wire(4).timetoken }];
    const { context } = serviceWith(page(1, 5), { memberships });
    const { storeState } = await expectSaga(loadNotifications, context)
      .withReducer(rootReducer, stateAfter(connected()))
      .provide([ports().provider, noDelays])
      .silentRun(50);
    expect(storeState.notifications).toMatchObject({ older: 'none', newCount: 1 });
  });

  it('says that it was refused, and tries again at the next connection', async () => {
    let tries = 0;
    const { context } = serviceWith(page(1, 2), {
      memberships: async () => {
        if (tries++ === 0) throw new RealtimeError(403, 'PNAccessDeniedCategory');
        return [];
      },
    });
    const told = ports();
    const start = expectSaga(loadNotifications, context)
      .withReducer(rootReducer, stateAfter(connected()))
      .provide([told.provider, noDelays]);
    const first = await start.silentRun(30);
    expect(first.storeState.notifications.status).toBe('failed');
    expect(told.errors).toHaveLength(1);
    const second = await expectSaga(loadNotifications, context)
      .withReducer(rootReducer, first.storeState)
      .provide([told.provider, noDelays])
      .silentRun(30);
    expect(second.storeState.notifications.status).toBe('loaded');
  });
});

describe('going back', () => {
  const asked = stateAfter(loaded([500], { isLast: false }), olderNotificationsRequested());
  it('brings the hundred before the oldest, in their place', async () => {
    const { context } = serviceWith(page(1, 500));
    const { storeState } = await expectSaga(pageNotifications, context)
      .withReducer(rootReducer, asked)
      .provide([ports().provider])
      .run();
    expect(idsOf(storeState)).toHaveLength(101);
    expect(idsOf(storeState).at(-1)).toBe('outbox-row-400');
    expect(storeState.notifications.older).toBe('some');
  });

  it('reads past what is no item of the list, up to the first there is', async () => {
    const joined = { notificationType: 'PEER_JOINED_SESSION', payload: {} };
    const broken = Array.from({ length: 150 }, (_, index) =>
      wire(300 + index, index % 2 ? joined : 'broken'),
    );
    const { context } = serviceWith([...page(1, 3), ...broken]);
    const told = ports();
    const { storeState } = await expectSaga(pageNotifications, context)
      .withReducer(rootReducer, asked)
      .provide([told.provider])
      .run();
    expect(idsOf(storeState)).toEqual(['outbox-row-500', 'outbox-row-3', 'outbox-row-2', 'outbox-row-1']);
    expect(storeState.notifications.older).toBe('none');
    expect(told.errors).toHaveLength(75);
  });

  it('offers to try again when the service did not answer', async () => {
    const history = () => Promise.reject(new RealtimeError(null, 'PNNetworkIssuesCategory'));
    const { context } = serviceWith([], { history });
    const { storeState } = await expectSaga(pageNotifications, context)
      .withReducer(rootReducer, asked)
      .provide([ports().provider])
      .run();
    expect(storeState.notifications.older).toBe('failed');
    expect(idsOf(storeState)).toEqual(['outbox-row-500']);
  });
});

describe('the read position', () => {
  it('is saved once for what was read, and not again', async () => {
    const { context, saved } = serviceWith([]);
    const { storeState } = await expectSaga(savePosition, context)
      .withReducer(rootReducer, stateAfter(loaded([1, 2]), panelOpened()))
      .provide([ports().provider])
      .run();
    expect(saved).toEqual([wire(2).timetoken]);
    await expectSaga(savePosition, context)
      .withReducer(rootReducer, storeState)
      .provide([ports().provider])
      .run();
    expect(saved).toHaveLength(1);
  });

  it('is tried again while the service is away, and given up where it refuses', async () => {
    const { context, saved } = serviceWith([]);
    let tries = 0;
    const setOwnPosition: Realtime['setOwnPosition'] = async (channel, timetoken) => {
      if (tries++ < 3) throw new RealtimeError(null, 'PNTimeoutCategory');
      await context.realtime.setOwnPosition(channel, timetoken);
    };
    const flaky = { ...context, realtime: { ...context.realtime, setOwnPosition } };
    await expectSaga(savePosition, flaky)
      .withReducer(rootReducer, stateAfter(loaded([1, 2]), panelOpened()))
      .provide([ports().provider, noDelays])
      .run();
    expect(saved).toEqual([wire(2).timetoken]);
    const told = ports();
    const refused = () => Promise.reject(new RealtimeError(403, 'PNAccessDeniedCategory'));
    const { storeState } = await expectSaga(
      savePosition,
      serviceWith([], { setOwnPosition: refused }).context,
    )
      .withReducer(rootReducer, stateAfter(loaded([1, 2]), panelOpened()))
      .provide([told.provider])
      .run();
    expect(storeState.notifications.savedTimetoken).toBe('1');
    expect(told.errors).toHaveLength(1);
  });
});

describe('the marks', () => {
  it('go from what is shown, and stay on a page that nobody sees', async () => {
    const open = stateAfter(loaded([1, 2]), panelOpened());
    const seen = await expectSaga(clearNewFlags, panelOpened())
      .withReducer(rootReducer, open)
      .provide([ports().provider, noDelays])
      .silentRun(20);
    expect(selectNotificationRows(seen.storeState).map(({ status }) => status)).toEqual(['', '']);
    const hidden = { page: { isVisible: () => false, listen: () => () => {} } };
    const unseen = await expectSaga(clearNewFlags, panelOpened())
      .withReducer(rootReducer, open)
      .provide([ports(hidden).provider, noDelays])
      .silentRun(20);
    expect(selectNotificationRows(unseen.storeState).map(({ status }) => status)).toEqual(['new', 'new']);
  });

  it('also go from what comes while the panel is open; a closed panel clears nothing', async () => {
    const { storeState } = await expectSaga(clearNewFlags, panelOpened())
      .withReducer(rootReducer, stateAfter(loaded([1]), panelOpened()))
      .provide([ports().provider, noDelays])
      .dispatch(notificationsReceived({ items: [news(2)] }))
      .silentRun(20);
    expect(selectNotificationRows(storeState).map(({ status }) => status)).toEqual(['', '']);
    const closed = stateAfter(
      loaded([1]),
      panelOpened(),
      panelClosed(),
      notificationsReceived({ items: [news(2)] }),
    );
    const still = await expectSaga(clearNewFlags, panelClosed())
      .withReducer(rootReducer, closed)
      .provide([ports().provider, noDelays])
      .run();
    expect(selectNotificationRows(still.storeState)[0]?.status).toBe('new');
  });
});

describe('what comes live', () => {
  it('is in the list and said to be live; what breaks the contract is reported and left out', async () => {
    const told = ports();
    const { storeState } = await expectSaga(receiveNotifications, [
      wire(1),
      wire(2, { notificationType: '', payload: {} }),
      wire(3, { notificationType: 'X', payload: { text: 'x'.repeat(5_000) } }),
      wire(4, 'broken'),
      wire(5),
    ])
      .withReducer(rootReducer, stateAfter(loaded([])))
      .provide([told.provider])
      .put.actionType('notifications/arrivedLive')
      .run();
    expect(idsOf(storeState)).toEqual(['outbox-row-5', 'outbox-row-1']);
    expect(told.errors).toHaveLength(3);
  });
});

describe('catching up', () => {
  it('closes the gap, and celebrates and announces nothing of it', async () => {
    const { context } = serviceWith(page(1, 260));
    const { storeState } = await expectSaga(catchUpNotifications, context)
      .withReducer(rootReducer, stateAfter(loaded([1, 2])))
      .provide([ports().provider])
      .put.actionType('notifications/received')
      .not.put.actionType('notifications/arrivedLive')
      .run();
    expect(idsOf(storeState)).toHaveLength(260);
  });

  it('of a very long absence leaves the rest to paging', async () => {
    const { context } = serviceWith(page(1, 900));
    const { storeState } = await expectSaga(catchUpNotifications, context)
      .withReducer(rootReducer, stateAfter(loaded([1, 2])))
      .provide([ports().provider])
      .run();
    expect(idsOf(storeState)).toHaveLength(500);
    expect(storeState.notifications).toMatchObject({ older: 'some', oldest: wire(401).timetoken });
  });
});
