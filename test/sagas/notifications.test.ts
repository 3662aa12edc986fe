import type { NotificationMessage } from '#contract/notifications.ts';
import { selectBadge, selectNotificationRows } from '#store/notifications/notificationsSelectors.ts';
import {
  olderNotificationsRequested,
  panelClosed,
  panelOpened,
} from '#store/notifications/notificationsSlice.ts';
import { selectPeerAlert } from '#store/peer-alert/peerAlertSlice.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { aProgram, PROGRAM_ID } from '../fixtures/programs.ts';
import { fakeMoments, pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { json } from '../support/fakeApi.ts';
import { fakeMessaging } from '../support/fakeRealtime.ts';

const start = clientsUnderFakeTimers();
const CHANNEL = 'notif_T3_U7';
const completed = (behaviorName: string): NotificationMessage => ({
  notificationType: 'LEARNER_COMPLETED_TOPIC',
  payload: { userId: 9, programId: PROGRAM_ID, programName: 'Leading well', extraPayload: { behaviorName } },
});
const joined: NotificationMessage = {
  notificationType: 'PEER_JOINED_SESSION',
  payload: { userId: 9, programId: PROGRAM_ID, extraPayload: { sessionId: 'ssssssssssssssss' } },
};
let sent = 0;
const tell = (messaging: ReturnType<typeof fakeMessaging>, message: unknown) =>
  messaging.publishAs('server', CHANNEL, message, { id: `outbox-row-${++sent}` });
const words = (lena: ReturnType<typeof start>) =>
  selectNotificationRows(lena.state()).map(({ parts }) => parts.map(({ text }) => text).join(''));

describe('news', () => {
  it('has what a screen shows read again, once for all that comes together', async () => {
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

describe('the bell', () => {
  it('shows what was there at the start after 3.5 s, and what comes later at once', async () => {
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

  it('waits with the badge also for what comes live while the page is starting up', async () => {
    const lena = start();
    await pass(1_000);
    tell(lena.messaging, completed('Listening'));
    await pass(1_000);
    expect(selectBadge(lena.state())).toBeNull();
    await pass(2_500);
    expect(selectBadge(lena.state())).toBe('1');
  });

  it('resets the count when it is opened, clears the marks after 2 s, and remembers with the service', async () => {
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

  it('that was opened in one browser has no badge in the other', async () => {
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

  it('shows each notification once though it was delivered twice, and skips what breaks the contract', async () => {
    const messaging = fakeMessaging();
    const lena = start({ messaging });
    await pass(4_000);
    messaging.publishAs('server', CHANNEL, completed('Listening'), { id: 'outbox-row-twice' });
    messaging.publishAs('server', CHANNEL, { text: 'nobody knows this' }, { id: 'outbox-row-odd' });
    messaging.publishAs('server', CHANNEL, completed('Listening'), { id: 'outbox-row-twice' });
    await pass(50);
    expect(words(lena)).toHaveLength(1);
    expect(selectBadge(lena.state())).toBe('1');
    expect(lena.errors).toHaveLength(1);
  });
});

describe('the list', () => {
  it('goes back page by page to the very first, though more comes meanwhile', async () => {
    const messaging = fakeMessaging();
    for (let n = 1; n <= 250; n++) tell(messaging, completed(`Topic ${n}`));
    const lena = start({ messaging });
    await pass(4_000);
    expect(selectBadge(lena.state())).toBe('99+');
    expect(words(lena)).toHaveLength(100);
    lena.store.dispatch(olderNotificationsRequested());
    lena.store.dispatch(olderNotificationsRequested());
    tell(messaging, completed('Topic 251'));
    await pass(50);
    expect(words(lena)).toHaveLength(201);
    lena.store.dispatch(olderNotificationsRequested());
    await pass(50);
    expect(words(lena)).toHaveLength(251);
    expect(words(lena).at(-1)).toContain('Topic 1 ');
    const asked = messaging.calls.filter((call) => call === 'history').length;
    lena.store.dispatch(olderNotificationsRequested());
    await pass(50);
    expect(messaging.calls.filter((call) => call === 'history')).toHaveLength(asked);
  });

  it('has what was missed while the connection was down, as new and without a celebration', async () => {
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

  it('is read also where the position could not be saved at once', async () => {
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

describe('the alert of a peer who joined', () => {
  it('is raised in one tab of a browser and nowhere after a reload', async () => {
    const messaging = fakeMessaging();
    const moments = fakeMoments();
    const tabs = [start({ messaging, moments }), start({ messaging, moments })];
    await pass(4_000);
    messaging.publishAs('server', CHANNEL, joined, { id: 'outbox-row-join' });
    await pass(500);
    expect(tabs.filter((tab) => selectPeerAlert(tab.state()))).toHaveLength(1);
    const reloaded = start({ messaging, moments });
    await pass(4_000);
    messaging.deliverAgain('outbox-row-join');
    await pass(500);
    expect(selectPeerAlert(reloaded.state())).toBeNull();
  });

  it('is left by a hidden tab to the one that is looked at, and raised there when nobody looked', async () => {
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

  it('goes when the peer leaves, and one more does not stack', async () => {
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

  it('is not raised by what the service delivers late', async () => {
    const lena = start();
    await pass(4_000);
    lena.messaging.deliverLate(CHANNEL, joined, Date.now() - 120_000);
    await pass(500);
    expect(selectPeerAlert(lena.state())).toBeNull();
  });

  it('is raised live, leads to the session and is no item of the list', async () => {
    const lena = start();
    await pass(4_000);
    tell(lena.messaging, joined);
    await pass(300);
    const path = `/program/${PROGRAM_ID}/coaching/ssssssssssssssss?type=remote`;
    expect(selectPeerAlert(lena.state())).toMatchObject({ userId: 9, path });
    expect(selectNotificationRows(lena.state())).toEqual([]);
    lena.visit(path);
    expect(selectPeerAlert(lena.state())).toBeNull();
  });

  it('is not raised at somebody who looks at that session, nor from history', async () => {
    const messaging = fakeMessaging();
    tell(messaging, joined);
    const lena = start({ messaging, at: `/program/${PROGRAM_ID}/coaching/ssssssssssssssss` });
    await pass(4_000);
    tell(messaging, joined);
    await pass(300);
    expect(selectPeerAlert(lena.state())).toBeNull();
  });
});
