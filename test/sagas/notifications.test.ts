import * as fx from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import type { NotificationMessage } from '#contract/notifications/notifications.ts';
import { catchUpNotifications } from '#sagas/notifications/catchUpNotifications.ts';
import { clearNewFlags } from '#sagas/notifications/clearNewFlags.ts';
import { loadNotifications } from '#sagas/notifications/loadNotifications.ts';
import { pageNotifications } from '#sagas/notifications/pageNotifications.ts';
import { receiveNotifications } from '#sagas/notifications/receiveNotifications.ts';
import { savePosition } from '#sagas/notifications/savePosition.ts';
import { RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { connected } from '#store/connection/connectionSlice.ts';
import { selectNotificationRows } from '#store/notifications/notificationRows.ts';
import { selectBadge } from '#store/notifications/notificationsSelectors.ts';
import {
  notificationsLoaded,
  notificationsReadElsewhere,
  notificationsReceived,
  olderNotificationsRequested,
  panelClosed,
  panelOpened,
  type ReceivedNotification,
} from '#store/notifications/notificationsSlice.ts';
import { selectPeerAlert } from '#store/peer-alert/peerAlertSlice.ts';
import type { Realtime, WireMessage } from '#store/ports/realtime.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { signedIn } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { aProgram, PROGRAM_ID } from '#test/fixtures/programs.ts';
import { fakeClaims, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json } from '#test/support/fakeApi.ts';
import { fakeMessaging } from '#test/support/fakeRealtime.ts';
import { runFor } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

const CHANNEL = 'notif_T3_U7';

const completed = (behaviorName: string): NotificationMessage<'LEARNER_COMPLETED_TOPIC'> => ({
  notificationType: 'LEARNER_COMPLETED_TOPIC',
  payload: { userId: 9, programId: PROGRAM_ID, programName: 'Leading well', extraPayload: { behaviorName } },
});

const joined: NotificationMessage<'PEER_JOINED_SESSION'> = {
  notificationType: 'PEER_JOINED_SESSION',
  payload: { userId: 9, programId: PROGRAM_ID, extraPayload: { sessionId: 'ssssssssssssssss' } },
};

let sent = 0;

const tell = (messaging: ReturnType<typeof fakeMessaging>, message: unknown) =>
  messaging.publishAs('server', CHANNEL, message, { id: `outbox-row-${++sent}` });

const words = (lena: ReturnType<typeof start>) =>
  selectNotificationRows(lena.state()).map(({ parts }) => parts.map(({ text }) => text).join(''));

type State = ReturnType<typeof rootReducer>;

const user = aUser();

const stateAfter = (...actions: Parameters<typeof rootReducer>[1][]): State =>
  [signedIn({ user, tokenExpiresAt: 1 }), ...actions].reduce<State>(
    rootReducer,
    rootReducer(undefined, { type: '' }),
  );

/** The n-th notification of a person. */
const wire = (n: number, message?: unknown): WireMessage => ({
  channel: CHANNEL,
  timetoken: `${17_500_000_000_000_000n + BigInt(n)}`,
  publisher: 'server',
  meta: { id: `outbox-row-${n}` },
  message: message ?? {
    notificationType: 'LEARNER_COMPLETED_TOPIC',
    payload: {
      userId: 9,
      programId: PROGRAM_ID,
      programName: 'Leading well',
      extraPayload: { behaviorName: `Topic ${n}` },
    },
  },
});

/** A fake service with this history. It records the saved read positions. */
function serviceWith(wires: WireMessage[], over: Partial<Realtime> = {}) {
  const saved: string[] = [];
  const realtime: Partial<Realtime> = {
    history: async (_channel, { count, before }) =>
      wires.filter(({ timetoken }) => !before || timetoken < before).slice(-count),
    memberships: async () => [],
    counts: async (positions) =>
      Object.fromEntries(
        Object.entries(positions).map(([channel, position]) => [
          channel,
          wires.filter(({ timetoken }) => timetoken > position).length,
        ]),
      ),
    setOwnPosition: async (_channel, timetoken) => void saved.push(timetoken),
    ...over,
  };
  return {
    context: { realtime: realtime as Realtime, user, followsEveryone: true, cursor: { timetoken: null } },
    saved,
  };
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

const idsOf = (state: State) => state.notifications.ids;

const page = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => wire(from + index));

const news = (n: number): ReceivedNotification => ({
  id: `outbox-row-${n}`,
  timetoken: wire(n).timetoken,
  fromUserId: 9,
  type: 'MANAGER_UPDATED_USER_OBJECTIVE',
  payload: { userId: 9 },
});

const loaded = (numbers: number[], over: object = {}) =>
  notificationsLoaded({
    items: numbers.map(news),
    oldest: wire(numbers[0] ?? 0).timetoken,
    isLast: true,
    saved: '1',
    joined: '1',
    unreadOlder: 0,
    ...over,
  });

describe('a screen whose data has changed', () => {
  it('is refreshed once for several notifications', async () => {
    let readings = 0;
    const lena = start({
      answers: {
        [`GET /api/programs/${PROGRAM_ID}`]: () => {
          readings += 1;
          return json(aProgram());
        },
      },
    });
    await pass(4_000);
    const screen = lena.store.dispatch(programsApi.endpoints.getProgram.initiate({ programId: PROGRAM_ID }));
    await pass(100);
    expect(readings).toBe(1);
    tell(lena.messaging, completed('Listening'));
    await pass(300);
    tell(lena.messaging, { ...completed(''), notificationType: 'LEARNER_COMPLETED_ALL_TOPICS' });
    await pass(3_000);
    expect(readings).toBe(2);
    screen.unsubscribe();
    tell(lena.messaging, completed('Asking'));
    await pass(3_000);
    expect(readings).toBe(2);
  });
});

describe('a screen whose data changed while the connection was lost', () => {
  it('is refreshed with the missed notification', async () => {
    const answer = () => json(aProgram());
    const lena = start({ answers: { [`GET /api/programs/${PROGRAM_ID}`]: answer } });
    await pass(4_000);
    void lena.store.dispatch(programsApi.endpoints.getProgram.initiate({ programId: PROGRAM_ID }));
    await pass(100);
    lena.messaging.goAway();
    tell(lena.messaging, completed('Listening'));
    await pass(1_000);
    lena.messaging.comeBack();
    await pass(20_000);
    expect(lena.api.asked(`GET /api/programs/${PROGRAM_ID}`)).toBe(2);
  });
});

describe('the badge of the bell', () => {
  it('appears after 3.5 s for earlier notifications and immediately for later ones', async () => {
    const messaging = fakeMessaging();
    tell(messaging, completed('Listening'));
    const lena = start({ messaging });
    await pass(3_000);
    expect(selectBadge(lena.state())).toBeNull();
    await pass(1_000);
    expect(selectBadge(lena.state())).toBe('1');
    tell(messaging, completed('Asking'));
    await pass(50);
    expect(selectBadge(lena.state())).toBe('2');
    expect(words(lena)).toEqual([
      'Max Mustermann completed the topic Asking in Leading well',
      'Max Mustermann completed the topic Listening in Leading well',
    ]);
  });

  it('is delayed for notifications that arrive while the page starts', async () => {
    const lena = start();
    await pass(1_000);
    tell(lena.messaging, completed('Listening'));
    await pass(1_000);
    expect(selectBadge(lena.state())).toBeNull();
    await pass(2_500);
    expect(selectBadge(lena.state())).toBe('1');
  });

  it('disappears when the panel opens; the new flags clear after 2 s, and the position is saved', async () => {
    const messaging = fakeMessaging();
    tell(messaging, completed('Listening'));
    const lena = start({ messaging });
    await pass(4_000);
    lena.store.dispatch(panelOpened());
    expect(selectBadge(lena.state())).toBeNull();
    expect(selectNotificationRows(lena.state())).toMatchObject([{ status: 'new', isSinceLastVisit: true }]);
    await pass(2_100);
    expect(selectNotificationRows(lena.state())).toMatchObject([{ status: '', isSinceLastVisit: true }]);
    lena.store.dispatch(panelClosed());
    expect(selectNotificationRows(lena.state())).toMatchObject([{ isSinceLastVisit: false }]);
    const reloaded = start({ messaging });
    await pass(4_000);
    expect(selectBadge(reloaded.state())).toBeNull();
    expect(selectNotificationRows(reloaded.state())).toMatchObject([{ status: '' }]);
  });

  it('does not appear after the panel was opened in another browser', async () => {
    const messaging = fakeMessaging();
    const here = start({ messaging });
    const there = start({ messaging });
    await pass(4_000);
    tell(messaging, completed('Listening'));
    await pass(50);
    expect(selectBadge(there.state())).toBe('1');
    here.store.dispatch(panelOpened());
    await pass(100);
    expect(selectBadge(there.state())).toBeNull();
  });

  it('counts a notification once even if it is delivered twice, and skips invalid ones', async () => {
    const messaging = fakeMessaging();
    const lena = start({ messaging });
    await pass(4_000);
    messaging.publishAs('server', CHANNEL, completed('Listening'), { id: 'outbox-row-twice' });
    messaging.publishAs('server', CHANNEL, { text: 'an unknown type' }, { id: 'outbox-row-odd' });
    messaging.publishAs('server', CHANNEL, completed('Listening'), { id: 'outbox-row-twice' });
    await pass(50);
    expect(words(lena)).toHaveLength(1);
    expect(selectBadge(lena.state())).toBe('1');
    expect(lena.errors).toHaveLength(1);
  });
});

describe('the list of notifications', () => {
  it('loads older pages back to the first notification while new ones arrive', async () => {
    const messaging = fakeMessaging();
    for (let n = 1; n <= 650; n++) tell(messaging, completed(`Topic ${n}`));
    const before = start({ messaging });
    await pass(4_000);
    before.store.dispatch(panelOpened());
    await pass(4_000);
    const lena = start({ messaging });
    await pass(4_000);
    expect(selectBadge(lena.state())).toBeNull();
    expect(words(lena)).toHaveLength(100);
    lena.store.dispatch(olderNotificationsRequested());
    lena.store.dispatch(olderNotificationsRequested());
    tell(messaging, completed('Topic 651'));
    await pass(50);
    expect(words(lena)).toHaveLength(601);
    lena.store.dispatch(olderNotificationsRequested());
    await pass(50);
    expect(words(lena)).toHaveLength(651);
    expect(words(lena).at(-1)).toContain('Topic 1 ');
    const asked = messaging.calls.filter((call) => call === 'history').length;
    lena.store.dispatch(olderNotificationsRequested());
    await pass(50);
    expect(messaging.calls.filter((call) => call === 'history')).toHaveLength(asked);
  });

  it('shows missed notifications as new and without a celebration', async () => {
    const lena = start();
    await pass(4_000);
    lena.messaging.goAway();
    tell(lena.messaging, { ...completed('Listening'), notificationType: 'LEARNER_COMPLETED_ALL_TOPICS' });
    lena.messaging.comeBack();
    await pass(20_000);
    expect(words(lena)).toEqual(['Max Mustermann has completed all selected topics in Leading well']);
    expect(selectBadge(lena.state())).toBe('1');
    expect(lena.confettiRuns()).toBe(0);
  });

  it('is marked as read even if the position could not be saved immediately', async () => {
    const messaging = fakeMessaging();
    tell(messaging, completed('Listening'));
    const lena = start({ messaging });
    await pass(4_000);
    messaging.loseAnswers(true);
    lena.store.dispatch(panelOpened());
    lena.store.dispatch(panelClosed());
    await pass(1_000);
    messaging.loseAnswers(false);
    await pass(10_000);
    expect(lena.state().notifications.savedTimetoken).toBe(lena.state().notifications.readTimetoken);
    expect(messaging.members.get(CHANNEL)?.get('uuid-lena')).toBe(lena.state().notifications.readTimetoken);
  });
});

describe('the alert about a peer who joined', () => {
  it('appears in one tab of a browser and not again after a reload', async () => {
    const messaging = fakeMessaging();
    const claims = fakeClaims();
    const tabs = [start({ messaging, claims }), start({ messaging, claims })];
    await pass(4_000);
    messaging.publishAs('server', CHANNEL, joined, { id: 'outbox-row-join' });
    await pass(500);
    expect(tabs.filter((tab) => selectPeerAlert(tab.state()))).toHaveLength(1);
    const reloaded = start({ messaging, claims });
    await pass(4_000);
    messaging.deliverAgain('outbox-row-join');
    await pass(500);
    expect(selectPeerAlert(reloaded.state())).toBeNull();
  });

  it('appears in the visible tab, or in a hidden one when it becomes visible', async () => {
    const messaging = fakeMessaging();
    const lena = start({ messaging });
    await pass(4_000);
    messaging.announce('app_T3_checkin', ['uuid-max'], []);
    lena.page.change('hidden', { isVisible: false });
    tell(messaging, joined);
    await pass(30_000);
    expect(selectPeerAlert(lena.state())).toBeNull();
    lena.page.change('visible', { isVisible: true });
    await pass(500);
    expect(selectPeerAlert(lena.state())).not.toBeNull();
  });

  it('disappears when the peer leaves, and appears once for several events', async () => {
    const messaging = fakeMessaging();
    const lena = start({ messaging });
    await pass(4_000);
    messaging.announce('app_T3_checkin', ['uuid-max'], []);
    tell(messaging, joined);
    tell(messaging, { ...joined, payload: { ...joined.payload, programName: 'Leading well' } });
    await pass(500);
    expect(selectPeerAlert(lena.state())).toMatchObject({ userId: 9, programName: 'Leading well' });
    messaging.announce('app_T3_checkin', [], ['uuid-max']);
    await pass(11_000);
    expect(selectPeerAlert(lena.state())).toBeNull();
  });

  it('does not appear for a notification that is delivered late', async () => {
    const lena = start();
    await pass(4_000);
    lena.messaging.deliverLate(CHANNEL, joined, Date.now() - 120_000);
    await pass(500);
    expect(selectPeerAlert(lena.state())).toBeNull();
  });

  it('appears after a short interruption, unless the peer has left in the meantime', async () => {
    const left = { ...joined, notificationType: 'PEER_LEFT_SESSION' } as const;
    for (const [missed, isShown] of [
      [[joined], true],
      [[joined, left], false],
    ] as const) {
      const { messaging, state } = start();
      await pass(4_000);
      messaging.goAway();
      for (const notification of missed) tell(messaging, notification);
      messaging.comeBack();
      await pass(10_000);
      expect(selectPeerAlert(state()) !== null).toBe(isShown);
    }
  });

  it('appears for a live notification, links to the session and is not listed in the bell', async () => {
    const lena = start();
    await pass(4_000);
    tell(lena.messaging, joined);
    await pass(300);
    const path = `/program/${PROGRAM_ID}/coaching/ssssssssssssssss?type=remote&show=join`;
    expect(selectPeerAlert(lena.state())).toMatchObject({ userId: 9, path });
    expect(selectNotificationRows(lena.state())).toEqual([]);
    lena.visit(path);
    expect(selectPeerAlert(lena.state())).toBeNull();
  });

  it('appears neither to a user who is viewing that session nor for notifications from history', async () => {
    const messaging = fakeMessaging();
    tell(messaging, joined);
    const lena = start({ messaging, at: `/program/${PROGRAM_ID}/coaching/ssssssssssssssss` });
    await pass(4_000);
    tell(messaging, joined);
    await pass(300);
    expect(selectPeerAlert(lena.state())).toBeNull();
  });
});

describe('loading the bell', () => {
  it('waits for the connection and then loads back to the read position, at least 100 notifications', async () => {
    const memberships = async () => [{ channel: CHANNEL, uuid: user.uuid, timetoken: wire(90).timetoken }];
    const { context } = serviceWith(page(1, 290), { memberships });
    const { storeState } = await runFor(
      5_000,
      expectSaga(loadNotifications, context)
        .withReducer(rootReducer, stateAfter())
        .provide([ports().provider])
        .dispatch(connected()),
    );
    expect(idsOf(storeState)).toHaveLength(300 - 10);
    expect(storeState.notifications).toMatchObject({ isStartOver: true, newCount: 200 });
    const read = async () => [{ channel: CHANNEL, uuid: user.uuid, timetoken: wire(290).timetoken }];
    const { storeState: all } = await runFor(
      5_000,
      expectSaga(loadNotifications, serviceWith(page(1, 290), { memberships: read }).context)
        .withReducer(rootReducer, stateAfter(connected()))
        .provide([ports().provider]),
    );
    expect(idsOf(all)).toHaveLength(100);
    expect(all.notifications).toMatchObject({ older: 'some', newCount: 0 });
  });

  it('counts unread notifications beyond the page until another browser reads them', async () => {
    const { context } = serviceWith(page(1, 730));
    const { storeState } = await runFor(
      5_000,
      expectSaga(loadNotifications, context)
        .withReducer(rootReducer, stateAfter(connected()))
        .provide([ports().provider]),
    );
    expect(idsOf(storeState)).toHaveLength(500);
    expect(storeState.notifications).toMatchObject({ older: 'some', newCount: 730 });
    const more = rootReducer(storeState, notificationsReceived({ items: [news(731)] }));
    expect(more.notifications.newCount).toBe(731);
    const read = notificationsReadElsewhere({ timetoken: wire(700).timetoken });
    expect(rootReducer(more, read).notifications.newCount).toBe(31);
  });

  it('counts from the saved read position', async () => {
    const memberships = async () => [{ channel: CHANNEL, uuid: user.uuid, timetoken: wire(4).timetoken }];
    const { context } = serviceWith(page(1, 5), { memberships });
    const { storeState } = await runFor(
      5_000,
      expectSaga(loadNotifications, context)
        .withReducer(rootReducer, stateAfter(connected()))
        .provide([ports().provider]),
    );
    expect(storeState.notifications).toMatchObject({ older: 'none', newCount: 1 });
  });

  it('reports a refusal and retries after the next connection', async () => {
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
      .provide([told.provider]);
    const first = await runFor(5_000, start);
    expect(first.storeState.notifications.status).toBe('failed');
    expect(told.errors).toHaveLength(1);
    const second = await runFor(
      5_000,
      expectSaga(loadNotifications, context)
        .withReducer(rootReducer, first.storeState)
        .provide([told.provider]),
    );
    expect(second.storeState.notifications.status).toBe('loaded');
  });
});

describe('older notifications', () => {
  const asked = stateAfter(loaded([500], { isLast: false }), olderNotificationsRequested());
  it('loads the page before the oldest notification, in order', async () => {
    const { context } = serviceWith(page(-400, 500));
    const { storeState } = await expectSaga(pageNotifications, context)
      .withReducer(rootReducer, asked)
      .provide([ports().provider])
      .run();
    expect(idsOf(storeState)).toHaveLength(501);
    expect(idsOf(storeState).at(-1)).toBe('outbox-row-0');
    expect(storeState.notifications.older).toBe('some');
  });

  it('skips entries that are not listed, until the first notification is loaded', async () => {
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

  it('offers a retry if the service does not respond', async () => {
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
  it('is saved once', async () => {
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

  it('is retried while the service cannot be reached, but not after a refusal', async () => {
    const { context, saved } = serviceWith([]);
    let tries = 0;
    const setOwnPosition: Realtime['setOwnPosition'] = async (channel, timetoken) => {
      if (tries++ < 3) throw new RealtimeError(null, 'PNTimeoutCategory');
      await context.realtime.setOwnPosition(channel, timetoken);
    };
    const flaky = { ...context, realtime: { ...context.realtime, setOwnPosition } };
    await runFor(
      60000,
      expectSaga(savePosition, flaky)
        .withReducer(rootReducer, stateAfter(loaded([1, 2]), panelOpened()))
        .provide([ports().provider]),
    );
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

describe('the new flags', () => {
  it('are cleared in an open panel and stay on a hidden page', async () => {
    const open = stateAfter(loaded([1, 2]), panelOpened());
    const seen = await runFor(
      3_000,
      expectSaga(clearNewFlags, panelOpened()).withReducer(rootReducer, open).provide([ports().provider]),
    );
    expect(selectNotificationRows(seen.storeState).map(({ status }) => status)).toEqual(['', '']);
    const hidden = { page: { isVisible: () => false, listen: () => () => {} } };
    const unseen = await runFor(
      3_000,
      expectSaga(clearNewFlags, panelOpened())
        .withReducer(rootReducer, open)
        .provide([ports(hidden).provider]),
    );
    expect(selectNotificationRows(unseen.storeState).map(({ status }) => status)).toEqual(['new', 'new']);
  });

  it('are cleared for notifications that arrive in an open panel, but not in a closed one', async () => {
    const { storeState } = await runFor(
      3_000,
      expectSaga(clearNewFlags, panelOpened())
        .withReducer(rootReducer, stateAfter(loaded([1]), panelOpened()))
        .provide([ports().provider])
        .dispatch(notificationsReceived({ items: [news(2)] })),
    );
    expect(selectNotificationRows(storeState).map(({ status }) => status)).toEqual(['', '']);
    const closed = stateAfter(
      loaded([1]),
      panelOpened(),
      panelClosed(),
      notificationsReceived({ items: [news(2)] }),
    );
    const still = await runFor(
      3000,
      expectSaga(clearNewFlags, panelClosed()).withReducer(rootReducer, closed).provide([ports().provider]),
    );
    expect(selectNotificationRows(still.storeState)[0]?.status).toBe('new');
  });
});

describe('live notifications', () => {
  it('are listed and announced, but invalid ones are reported and skipped', async () => {
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
      .put.actionType('notifications/liveReceived')
      .run();
    expect(idsOf(storeState)).toEqual(['outbox-row-5', 'outbox-row-1']);
    expect(told.errors).toHaveLength(3);
  });
});

describe('catching up', () => {
  it('closes the gap without a celebration or an announcement', async () => {
    const { context } = serviceWith(page(1, 260));
    const { storeState } = await expectSaga(catchUpNotifications, context)
      .withReducer(rootReducer, stateAfter(loaded([1, 2])))
      .provide([ports().provider])
      .put.actionType('notifications/received')
      .not.put.actionType('notifications/liveReceived')
      .run();
    expect(idsOf(storeState)).toHaveLength(260);
  });

  it('loads at most one page after a very long absence, and older pages on demand', async () => {
    const { context } = serviceWith(page(1, 900));
    const { storeState } = await expectSaga(catchUpNotifications, context)
      .withReducer(rootReducer, stateAfter(loaded([1, 2])))
      .provide([ports().provider])
      .run();
    expect(idsOf(storeState)).toHaveLength(500);
    expect(storeState.notifications).toMatchObject({
      older: 'some',
      oldest: wire(401).timetoken,
      newCount: 900,
    });
  });
});
